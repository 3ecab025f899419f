const LISTS =
  /"(?:dependencies|devDependencies|optionalDependencies|peerDependencies)"\s*:\s*\{([^{}]{0,20000})\}/g;

/** Whether package.json lists the package: its other words are no packages. */
export function isDependency(name: string, packageJson: string): boolean {
  return [...packageJson.matchAll(LISTS)].some(([, inside = ""]) =>
    [...inside.matchAll(/"([^"\n]{1,200})"\s*:/g)].some(([, one]) => one === name),
  );
}

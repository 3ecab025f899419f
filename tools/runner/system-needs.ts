/**
 * Programs that some test needs and npm cannot bring. What is present is never touched; what is
 * missing is installed where that is allowed and simple, and named where it is not: the tests that
 * need it are then skipped, and counted as skipped.
 */

export interface SystemNeed {
  readonly command: string;
  readonly aptPackage: string;
  readonly why: string;
}

export const SYSTEM_NEEDS: readonly SystemNeed[] = [
  {
    command: "python3",
    aptPackage: "python3",
    why: "the canonical form is compared with Python's own on random values",
  },
];

/** The machine, as far as it matters here. `run` is true when the command ended well. */
export interface Machine {
  readonly isRoot: boolean;
  run(command: string, args: readonly string[]): boolean;
  say(line: string): void;
}

export function provide(needs: readonly SystemNeed[], machine: Machine): void {
  const missing = needs.filter(({ command }) => !machine.run(command, ["--version"]));
  if (missing.length === 0) return;

  const canInstall = machine.isRoot && machine.run("apt-get", ["--version"]);
  if (canInstall) {
    const packages = missing.map(({ aptPackage }) => aptPackage);
    machine.say(`Installing ${packages.join(", ")}.`);
    machine.run("apt-get", ["update", "-qq"]);
    machine.run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...packages]);
  }
  for (const { command, why } of missing) {
    if (canInstall && machine.run(command, ["--version"])) continue;
    machine.say(`${command} is missing: ${why}. Install it to run those tests; going on without.`);
  }
}

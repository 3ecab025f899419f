/** What works on systems other than Linux. A sandbox is made of Linux namespaces. */
const EVERYWHERE: ReadonlySet<string> = new Set([
  "verify",
  "scrub",
  "whoami",
  "config",
  "init",
  "completion",
  "uninstall",
]);

/** Whether commands can be repaired, tried and reverted. */
export function hasSandboxes(platform: NodeJS.Platform): boolean {
  return platform === "linux";
}

/** Null if it works on this system. */
export function whyNotHere(
  verb: string,
  { explain = false }: { readonly explain?: boolean },
  platform: NodeJS.Platform,
): string | null {
  if (hasSandboxes(platform) || EVERYWHERE.has(verb) || (verb === "repair" && explain)) return null;
  return (
    "this needs Linux, because the sandbox is made of Linux namespaces; " +
    `on ${platform}, fix --explain <command>, fix scrub and fix verify work`
  );
}

/** The mount table of this process, as the kernel prints it. */
import { readFileSync } from "node:fs";

export interface Mount {
  readonly at: string;
  readonly type: string;
  readonly isReadOnly: boolean;
  /** Of this mount, not of its file system. */
  readonly options: readonly string[];
  readonly superOptions: readonly string[];
}

/** The mounts that can be seen: of several on one place, the last. */
export function readMounts(): readonly Mount[] {
  const topmost = new Map<string, Mount>();
  for (const line of readFileSync("/proc/self/mountinfo", "utf8").split("\n")) {
    const mount = readMount(line);
    if (mount !== null) {
      topmost.delete(mount.at);
      topmost.set(mount.at, mount);
    }
  }
  return [...topmost.values()];
}

function readMount(line: string): Mount | null {
  const [own = "", shared = ""] = line.split(" - ");
  const [, , , , at, optionText = ""] = own.split(" ");
  const [type, , superText = ""] = shared.split(" ");
  if (at === undefined || type === undefined) return null;
  const options = optionText.split(",");
  const superOptions = superText.split(",");
  return {
    at: unescaped(at),
    type,
    isReadOnly: options.includes("ro") || superOptions.includes("ro"),
    options,
    superOptions,
  };
}

/** The kernel writes space, tab, newline and backslash as octal bytes. */
function unescaped(text: string): string {
  return text.replace(/\\([0-7]{3})/g, (_, octal: string) =>
    String.fromCharCode(Number.parseInt(octal, 8)),
  );
}

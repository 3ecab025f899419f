/**
 * Programs that some test needs and npm cannot bring. What is present is never touched; what is
 * missing is installed where that is allowed and simple, and named where it is not: the tests that
 * need it are then skipped, and counted as skipped.
 */
import { spawnSync } from "node:child_process";

export interface SystemNeed {
  readonly command: string;
  readonly aptPackage: string;
  readonly why: string;
}

/** What a sandbox is made of. */
export const SANDBOX_NEEDS: readonly SystemNeed[] = [
  {
    command: "bwrap",
    aptPackage: "bubblewrap",
    why: "it is the jail in which strangers' commands are tried",
  },
  {
    command: "getfattr",
    aptPackage: "attr",
    why: "changes are compared down to extended attributes",
  },
];

export const SYSTEM_NEEDS: readonly SystemNeed[] = [
  {
    command: "python3",
    aptPackage: "python3",
    why: "the canonical form is compared with Python's own on random values",
  },
  ...SANDBOX_NEEDS,
];

/** This machine, with nothing but the news said aloud. */
export function thisMachine(say: (line: string) => void): Machine {
  return {
    isRoot: process.getuid?.() === 0,
    run: (command, args) => spawnSync(command, args, APT_QUIETLY).status === 0,
    say,
  };
}

const APT_QUIETLY = {
  stdio: "ignore",
  env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
} as const;

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
  for (const { command, aptPackage, why } of missing) {
    if (canInstall && machine.run(command, ["--version"])) continue;
    machine.say(
      `${command} is missing: ${why}. Install it (apt-get install ${aptPackage}); going on without.`,
    );
  }
}

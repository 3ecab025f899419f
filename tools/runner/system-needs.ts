/**
 * Programs that tests need and npm cannot install. Root on Debian gets them from apt; everyone
 * else is told what is missing and how to install it. Compilers and package managers (gcc, cargo,
 * pip) are too large for that: tests that need one are skipped where it is missing.
 */
import { spawnSync } from "node:child_process";
import { hasProgram } from "@bazaar/testkit/program";

export interface SystemNeed {
  readonly command: string;
  readonly aptPackage: string;
  readonly why: string;
}

/** What a sandbox is made of. */
export const SANDBOX_NEEDS: readonly SystemNeed[] = [
  { command: "bwrap", aptPackage: "bubblewrap", why: "the sandbox runs commands in it" },
  { command: "getfattr", aptPackage: "attr", why: "a commit compares extended attributes" },
];

/** Without these the sandbox's own test suites do not run. */
const SANDBOX_SUITE_NEEDS: readonly SystemNeed[] = [
  { command: "ip", aptPackage: "iproute2", why: "a hostile command changes the network with it" },
  { command: "sysctl", aptPackage: "procps", why: "a hostile command changes the kernel with it" },
  { command: "rg", aptPackage: "ripgrep", why: "an agent may search with it" },
  { command: "setfacl", aptPackage: "acl", why: "a commit keeps access lists" },
  { command: "setcap", aptPackage: "libcap2-bin", why: "a commit keeps file capabilities" },
];

const RULE_FIXTURES = "a rule repairs its failures";
const SHELL_HOOKS = "fix has hooks and completions for it";

export const SYSTEM_NEEDS: readonly SystemNeed[] = [
  ...SANDBOX_NEEDS,
  ...SANDBOX_SUITE_NEEDS,
  {
    command: "python3",
    aptPackage: "python3",
    why: "the canonical form is compared with Python's, and rules repair its failures",
  },
  { command: "make", aptPackage: "make", why: RULE_FIXTURES },
  { command: "patch", aptPackage: "patch", why: RULE_FIXTURES },
  { command: "jq", aptPackage: "jq", why: RULE_FIXTURES },
  { command: "bzip2", aptPackage: "bzip2", why: RULE_FIXTURES },
  { command: "unzip", aptPackage: "unzip", why: RULE_FIXTURES },
  { command: "curl", aptPackage: "curl", why: RULE_FIXTURES },
  { command: "sqlite3", aptPackage: "sqlite3", why: RULE_FIXTURES },
  { command: "ssh-keygen", aptPackage: "openssh-client", why: RULE_FIXTURES },
  { command: "zsh", aptPackage: "zsh", why: SHELL_HOOKS },
  { command: "fish", aptPackage: "fish", why: SHELL_HOOKS },
];

/** What `provide` asks of the machine. `run` is true when the command exits with 0. */
export interface Machine {
  readonly isRoot: boolean;
  has(command: string): boolean;
  run(command: string, args: readonly string[]): boolean;
  say(line: string): void;
}

export function thisMachine(say: (line: string) => void): Machine {
  return {
    isRoot: process.getuid?.() === 0,
    has: hasProgram,
    run: (command, args) => spawnSync(command, args, APT_QUIETLY).status === 0,
    say,
  };
}

const APT_QUIETLY = {
  stdio: "ignore",
  env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
} as const;

/** Installs what is missing, or says what is missing; the run goes on either way. */
export function provide(needs: readonly SystemNeed[], machine: Machine): void {
  const missing = () => needs.filter(({ command }) => !machine.has(command));
  const packages = packagesOf(missing());
  if (packages === "") return;

  if (machine.isRoot && machine.has("apt-get")) {
    machine.say(`Installing ${packages} with apt-get.`);
    machine.run("apt-get", ["update", "-qq"]);
    const options = ["-y", "-qq", "--no-install-recommends"];
    machine.run("apt-get", ["install", ...options, ...packages.split(" ")]);
  }
  const still = missing();
  if (still.length === 0) return;
  const named = still.map(({ command, why }) => `${command} (${why})`).join(", ");
  machine.say(`Missing: ${named}. To install: apt-get install ${packagesOf(still)}`);
}

function packagesOf(needs: readonly SystemNeed[]): string {
  return needs.map(({ aptPackage }) => aptPackage).join(" ");
}

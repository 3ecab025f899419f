/** Which sandboxes this machine can open, found out by opening them, and what would help. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { TemporaryDirectory } from "../disk/temporary-directory.ts";
import { errorCode } from "../error-code.ts";
import { systemTool } from "../system-tool.ts";
import { CopyFailed, copySize } from "./copy-tree.ts";
import { startsJail } from "./jail-problem.ts";
import type { LayeredSandbox } from "./layered-sandbox.ts";
import { openSandbox } from "./open-sandbox.ts";
import { explainRefusal, type Opened } from "./refusal.ts";
import { SANDBOX_KINDS, type SandboxKind } from "./sandbox-kind.ts";
import { type Sight, sightOf } from "./sight.ts";

export interface SandboxReport {
  /** The best kind that works here. */
  readonly best: SandboxKind | null;
  /** Why each kind does not work; null where it does. */
  readonly problems: Readonly<Record<SandboxKind, string | null>>;
  /** The one command that would make the overlay work, if there is one. */
  readonly remedy: string | null;
  /** Whether the overlay works, or its problem can be removed: then nobody needs the copy. */
  readonly isRepairable: boolean;
  /** What the full sandbox shows in this directory; null where it does not work. */
  readonly seen: (Sight & { readonly openMs: number }) | null;
  /** What works less well than it could. */
  readonly notes: readonly string[];
}

/** The problem says what to do about it. */
const REPAIRABLE = ["no_state_directory", "disk_nearly_full", "mounts_below", "foreign_group"];

/**
 * The full sandbox is opened on this directory, as this user. The copy is opened on an empty one,
 * after a look at whether this one could be copied. `shows`: what the person shows besides.
 */
export async function probeSandbox(
  directory: string,
  shows: readonly string[] = [],
): Promise<SandboxReport> {
  const options = { directory, network: "none", shows } as const;
  const sight = await sightOf(options);
  const startedMs = performance.now();
  const opened = await openSandbox(options);
  const openMs = performance.now() - startedMs;
  const code = opened.ok ? null : opened.refusal.code;
  const problems = {
    overlay: await triedWith(opened, "true"),
    copy: copyProblem(directory) ?? (await inEmptyDirectory(tryCopy)),
  };
  const best = SANDBOX_KINDS.find((kind) => problems[kind] === null) ?? null;
  const works = best === "overlay";
  const remedy = works ? null : await findRemedy();
  const canRepair = works || remedy !== null || REPAIRABLE.includes(code ?? "");
  return {
    best,
    problems,
    remedy,
    // Where it works in an empty directory, something in this one is in the way.
    isRepairable: canRepair || (await inEmptyDirectory(tryOverlay)) === null,
    seen: works && sight !== null ? { ...sight, openMs } : null,
    notes:
      systemTool("getfattr") === null
        ? [`Extended attributes are not compared. Install attr: ${installCommand()}`]
        : [],
  };
}

async function inEmptyDirectory<T>(use: (directory: string) => Promise<T>): Promise<T> {
  await using folder = await TemporaryDirectory.make("probe");
  return await use(folder.path);
}

async function tryOverlay(directory: string): Promise<string | null> {
  return triedWith(await openSandbox({ directory, network: "none" }), "true");
}

function copyProblem(directory: string): string | null {
  try {
    copySize(directory);
    return null;
  } catch (error) {
    if (!(error instanceof CopyFailed)) throw error;
    return error.message;
  }
}

/** Writes and deletes in it. A copy of the present directory could take long. */
async function tryCopy(directory: string): Promise<string | null> {
  const options = { directory, network: "none", allowsCopy: true } as const;
  const opened = await openSandbox(options, { withoutOverlays: true });
  return triedWith(opened, "echo x > x && mkdir d && rm x && rmdir d");
}

async function triedWith(opened: Opened<LayeredSandbox>, text: string): Promise<string | null> {
  if (!opened.ok) return explainRefusal(opened.refusal);
  await using sandbox = opened.value;
  const run = await sandbox.run({ text });
  return run.exitCode === 0 ? null : `a command failed in it: ${run.output.trim()}`;
}

/** The most common obstacle first. */
async function findRemedy(): Promise<string | null> {
  if (process.platform !== "linux") return null;
  if (systemTool("bwrap") === null) return installCommand();
  if (setting("/proc/sys/kernel/apparmor_restrict_unprivileged_userns") === "1") {
    return "sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0";
  }
  if (setting("/proc/sys/kernel/unprivileged_userns_clone") === "0") {
    return "sudo sysctl -w kernel.unprivileged_userns_clone=1";
  }
  if (setting("/proc/sys/user/max_user_namespaces") === "0") {
    return "sudo sysctl -w user.max_user_namespaces=15000";
  }
  // A container can be given more rights only when it is started.
  return isContainer() && !(await allowsNamespaces())
    ? "docker run --security-opt seccomp=unconfined --cap-add SYS_ADMIN …"
    : null;
}

async function allowsNamespaces(): Promise<boolean> {
  const user = process.getuid?.() === 0 ? [] : ["--user", "--map-root-user"];
  const bwrap = systemTool("bwrap");
  return (
    (await succeeds("unshare", [...user, "--mount", "true"])) &&
    bwrap !== null &&
    (await startsJail(bwrap))
  );
}

async function succeeds(name: string, args: readonly string[]): Promise<boolean> {
  const tool = systemTool(name);
  if (tool === null) return false;
  const [code] = await once(spawn(tool, args, { stdio: "ignore" }), "close");
  return code === 0;
}

const INSTALLERS: Readonly<Record<string, string>> = {
  debian: "sudo apt-get install -y bubblewrap attr",
  ubuntu: "sudo apt-get install -y bubblewrap attr",
  fedora: "sudo dnf install -y bubblewrap attr",
  rhel: "sudo dnf install -y bubblewrap attr",
  arch: "sudo pacman -S --noconfirm bubblewrap attr",
  suse: "sudo zypper install -y bubblewrap attr",
  alpine: "sudo apk add bubblewrap attr util-linux bash",
};

function installCommand(): string {
  const text = setting("/etc/os-release") ?? "";
  const names = [...text.matchAll(/^ID(?:_LIKE)?="?([^"\n]+)"?$/gm)].flatMap(([, words = ""]) =>
    words.split(" "),
  );
  const known = names.map((name) => INSTALLERS[name]).find((command) => command !== undefined);
  const command = known ?? "install the packages bubblewrap and attr";
  return process.getuid?.() === 0 ? command.replace(/^sudo /, "") : command;
}

function isContainer(): boolean {
  return setting("/.dockerenv") !== null || setting("/run/.containerenv") !== null;
}

/** Null where the kernel or the distribution has no such thing. */
function setting(path: string): string | null {
  try {
    return readFileSync(path, "utf8").trim();
  } catch (error) {
    if (errorCode(error) === "") throw error;
    return null;
  }
}

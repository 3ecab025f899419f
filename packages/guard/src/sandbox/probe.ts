/** What this machine can sandbox, found out by trying, and the one command that would help. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { errorCode } from "../error-code.ts";
import { systemTool } from "../system-tool.ts";
import { LADDER } from "./ladder.ts";
import { openSandbox } from "./open-sandbox.ts";
import { explainRefusal } from "./refusal.ts";
import type { RungName } from "./rung.ts";
import type { SandboxSurroundings } from "./sandbox-request.ts";

export interface RungReport {
  readonly name: RungName;
  readonly label: string;
  readonly lacks: readonly string[];
  readonly isBuilt: boolean;
  readonly notBuiltBecause: string | null;
  /** Null when the trial went well. */
  readonly problem: string | null;
}

export interface LadderReport {
  /** The best rung that is built and works here. */
  readonly best: RungName;
  readonly rungs: readonly RungReport[];
  /** The one command that would make rung A work, where one would. */
  readonly remedy: string | null;
  /** What works less well than it could. */
  readonly notes: readonly string[];
}

export async function probeLadder(): Promise<LadderReport> {
  const facts = await learn();
  const problems: Readonly<Record<RungName, string | null>> = {
    A: facts.sandboxProblem,
    B: facts.overlayProblem,
    C: facts.fuseProblem,
    D: facts.copyProblem,
    E: null,
  };
  const rungs = LADDER.map((rung) => ({ ...rung, problem: problems[rung.name] }));
  const best = rungs.find(({ isBuilt, problem }) => isBuilt && problem === null)?.name ?? "E";
  return { best, rungs, remedy: best === "A" ? null : remedyFor(facts), notes: notesOn() };
}

interface MachineFacts {
  readonly sandboxProblem: string | null;
  readonly overlayProblem: string | null;
  readonly fuseProblem: string | null;
  readonly jailProblem: string | null;
  readonly copyProblem: string | null;
  readonly namespaceProblem: string | null;
}

async function learn(): Promise<MachineFacts> {
  const isRoot = process.getuid?.() === 0;
  const user = isRoot ? [] : ["--user", "--map-root-user"];
  const [sandboxProblem, copyProblem, namespaceProblem, overlayProblem, jailProblem] = [
    await trySandbox({}),
    await trySandbox({ withoutOverlays: true }),
    await tried("unshare", [...user, "--mount", "true"]),
    await tried("unshare", [...user, "--mount", "sh", "-c", overlayTrial(isRoot)]),
    await tried("bwrap", ["--ro-bind", "/", "/", "--unshare-all", "--", "true"]),
  ];
  return {
    sandboxProblem,
    overlayProblem,
    fuseProblem: fuseProblem(),
    jailProblem,
    copyProblem,
    namespaceProblem,
  };
}

/** The real thing, once: a write, a deletion, and the disk as it was. */
async function trySandbox(surroundings: SandboxSurroundings): Promise<string | null> {
  const folder = mkdtempSync(join(tmpdir(), "fix-probe-"));
  try {
    const weakest = surroundings.withoutOverlays ? "D" : "A";
    const options = { directory: folder, network: "none", weakest } as const;
    const opened = await openSandbox(options, surroundings);
    if (!opened.ok) return explainRefusal(opened.refusal);
    await using sandbox = opened.value;
    const run = await sandbox.run({ text: "echo x > x && mkdir d && rm x && rmdir d" });
    return run.exitCode === 0 ? null : `a command failed in it: ${run.output.trim()}`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function overlayTrial(isRoot: boolean): string {
  const options = `${isRoot ? "" : "userxattr,"}lowerdir=l,upperdir=s/u,workdir=s/w`;
  return [
    'set -e; d=$(mktemp -d); trap \'rm -rf "$d"\' EXIT; cd "$d"; mkdir l s m; echo > l/x',
    `mount -t tmpfs none s; mkdir s/u s/w; mount -t overlay none -o ${options} m`,
    "rm m/x; mkdir m/x; umount m; umount s",
  ].join("\n");
}

function fuseProblem(): string | null {
  if (systemTool("fuse-overlayfs") === null) return "fuse-overlayfs is not installed";
  try {
    accessSync("/dev/fuse", constants.R_OK | constants.W_OK);
    return null;
  } catch (error) {
    return `/dev/fuse cannot be used (${errorCode(error)})`;
  }
}

async function tried(name: string, args: readonly string[]): Promise<string | null> {
  const tool = systemTool(name);
  if (tool === null) return `${name} is not installed`;
  const child = spawn(tool, args, { stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  const [code] = await once(child, "close");
  return code === 0 ? null : said.trim().split("\n")[0] || `${name} exited with ${code}`;
}

/** What is asked first: the most common obstacle, the easiest to remove. */
function remedyFor({ namespaceProblem, jailProblem }: MachineFacts): string | null {
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
  const isForbidden = namespaceProblem !== null || jailProblem !== null;
  // Only whoever starts a container can loosen it.
  return isForbidden && isContainer()
    ? "docker run --security-opt seccomp=unconfined --cap-add SYS_ADMIN …"
    : null;
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

function notesOn(): readonly string[] {
  return [
    ...(systemTool("getfattr") === null
      ? [`extended attributes are not compared: ${installCommand()}`]
      : []),
  ];
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

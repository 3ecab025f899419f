/** A request for a sandbox: what the caller sets, and what is found before its kind is chosen. */
import { realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { mayAccess } from "../disk/may-access.ts";
import type { OnStep } from "../disk/on-step.ts";
import { errorCode } from "../error-code.ts";
import { isArchitecture } from "../jail/seccomp.ts";
import type { Architecture } from "../jail/syscalls.ts";
import { systemTool } from "../system-tool.ts";
import { type Inside, planView, type View, type ViewRequest } from "../view/plan-view.ts";
import { SearchFailed } from "../view/search-tree.ts";
import { limitsFrom, type SandboxLimits } from "./limits.ts";
import type { Network } from "./network/open-network.ts";
import type { Outside } from "./network/proxy.ts";
import { type Opened, refused } from "./refusal.ts";
import { defaultStateDirectory, placeCandidates } from "./state-directory.ts";

export interface SandboxOptions {
  /** Where commands start: the user's working directory. */
  readonly directory: string;
  /** Whose secrets are hidden. Default: this user's. */
  readonly home?: string;
  /** Nothing else is reachable. What was sent cannot be undone. */
  readonly network: Network;
  readonly limits?: Partial<SandboxLimits>;
  /** Where layers and journals are stored. */
  readonly stateDirectory?: string;
  /** Of which the harmless part is inherited. Default: this process's environment. */
  readonly inherited?: Readonly<Record<string, string>>;
  /** Added to what is inherited. */
  readonly env?: Readonly<Record<string, string>>;
  /**
   * `.env` files of the working tree. Hidden unless the caller says otherwise; a command that
   * reads its settings from one fails differently without it.
   */
  readonly environmentFiles?: "hidden" | "readable";
  /** Shown besides the working tree, programs and toolchains: the person said so. */
  readonly shows?: readonly string[];
  /** Files and directories that are hidden besides the secrets that are found. */
  readonly hides?: readonly string[];
  /** Whether a copy of the working directory may be used where no overlay can be mounted. */
  readonly allowsCopy?: boolean;
  /**
   * Commands see a copy everywhere, at these paths and as this user: then nothing outside it can be
   * written to, and of what is around the directory nothing is shown.
   */
  readonly copyAt?: Inside;
  /** Only in the state directory, never in memory, so that what is kept survives a restart. */
  readonly mustSurviveRestart?: boolean;
}

/** What a test replaces. */
export interface SandboxSurroundings {
  /** A tree that is shown as `/` instead of the machine's own. */
  readonly root?: string;
  readonly usesControlGroups?: boolean;
  /** As on a machine where no overlay can be mounted. */
  readonly withoutOverlays?: boolean;
  /** What the proxy of a sandbox with network connects to. */
  readonly outside?: Outside;
  /** Called before each step of reopening a kept sandbox. */
  readonly onStep?: OnStep;
}

interface Tools {
  readonly bwrap: string;
  readonly architecture: Architecture;
}

/** The request, with everything resolved that does not depend on the kind. */
export interface Request {
  readonly options: SandboxOptions;
  readonly surroundings: SandboxSurroundings;
  readonly tools: Tools;
  readonly uid: number;
  readonly directory: string;
  readonly home: string;
  readonly inside: Inside;
  readonly limits: SandboxLimits;
  readonly stateDirectory: string;
  /** Where a sandbox may be stored, best first. */
  readonly candidates: readonly string[];
}

export function readRequest(
  options: SandboxOptions,
  surroundings: SandboxSurroundings,
): Opened<Request> {
  const uid = process.getuid?.() ?? -1;
  const tools = findTools();
  if (!tools.ok) return tools;
  const directory = realDirectory(options.directory, surroundings.root ?? "");
  if (directory === null || !mayAccess(join(surroundings.root ?? "", directory), "enter"))
    return refused({ code: "not_a_directory", directory: options.directory });
  const home = realDirectory(options.home ?? homedir(), "") ?? directory;
  const inside = options.copyAt ?? { directory, home, uid, gid: process.getgid?.() ?? -1 };
  const limits = limitsFrom(options.limits);
  const stateDirectory = options.stateDirectory ?? defaultStateDirectory(uid, process.env);
  const candidates = basesFor(options);
  const own = { directory, home, inside, stateDirectory, candidates };
  return { ok: true, value: { options, surroundings, tools: tools.value, uid, limits, ...own } };
}

/** What the commands will see; null where another tree is shown as `/`. */
export function viewFor(request: Request, shownBy: ViewRequest["shownBy"]): Opened<View | null> {
  const { options, surroundings, directory, home, uid, stateDirectory } = request;
  if (surroundings.root !== undefined) return { ok: true, value: null };
  try {
    const view = planView({
      directory,
      home,
      ...(options.copyAt === undefined
        ? { homeAsGiven: options.home ?? homedir() }
        : { copyAt: options.copyAt }),
      uid,
      gid: process.getgid?.() ?? -1,
      stateDirectory,
      shows: options.shows ?? [],
      hides: options.hides ?? [],
      environmentFiles: options.environmentFiles ?? "hidden",
      environment: options.inherited ?? process.env,
      showsAddress: true,
      shownBy,
    });
    return { ok: true, value: view };
  } catch (error) {
    if (!(error instanceof SearchFailed)) throw error;
    const problem = `secrets cannot be hidden: ${error.message}`;
    return refused({ code: "sandbox_unavailable", problem, remedy: null });
  }
}

/** Where a sandbox may be stored, best first. */
export function basesFor({
  stateDirectory,
  mustSurviveRestart = false,
}: Pick<SandboxOptions, "stateDirectory" | "mustSurviveRestart">): readonly string[] {
  const uid = process.getuid?.() ?? -1;
  const [own = "", ...inMemory] = placeCandidates(
    stateDirectory ?? defaultStateDirectory(uid, process.env),
    uid,
  );
  return stateDirectory !== undefined || mustSurviveRestart ? [own] : [own, ...inMemory];
}

function findTools(): Opened<Tools> {
  const missing = (problem: string, remedy: string | null) =>
    refused({ code: "sandbox_unavailable", problem, remedy });
  if (process.platform !== "linux" || !isArchitecture(process.arch)) {
    return missing(`${process.platform} on ${process.arch} is not supported`, null);
  }
  const bwrap = systemTool("bwrap");
  if (bwrap === null) return missing("bubblewrap is not installed", "fix doctor");
  return { ok: true, value: { bwrap, architecture: process.arch } };
}

/** The real path, because later steps compare paths. Inside `root` it is used as given. */
function realDirectory(path: string, root: string): string | null {
  try {
    if (!statSync(join(root, path)).isDirectory()) return null;
    return root === "" ? realpathSync(path) : path;
  } catch (error) {
    if (errorCode(error) === "") throw error;
    return null;
  }
}

/**
 * Opens a sandbox on this machine, or says why there is none. Nothing is ever run with less
 * protection than was asked for: every step that fails ends in a refusal, before any command.
 */
import { chmodSync, mkdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { momentAfterAll } from "../commit/moment-after-all.ts";
import { openControlGroup } from "../jail/control-group.ts";
import { harmlessEnvironment } from "../jail/environment.ts";
import { allHomes, findMasks, type Masks } from "../jail/masks.ts";
import { isArchitecture, seccompProgram } from "../jail/seccomp.ts";
import { systemTool } from "../jail/system-tool.ts";
import { CopyStore } from "./copy-store.ts";
import { CopyFailed, copySize } from "./copy-tree.ts";
import { HolderFailed } from "./holder.ts";
import { LayeredSandbox, MARKER, type SandboxParts } from "./layered-sandbox.ts";
import { DEFAULT_LIMITS, type SandboxLimits } from "./limits.ts";
import { type Network, openNetwork } from "./network/open-network.ts";
import type { Outside } from "./network/proxy.ts";
import { OverlayStore } from "./overlay-store.ts";
import { explainRefusal, type Opened, refused, type SandboxRefusal } from "./refusal.ts";
import { removeTree } from "./remove-tree.ts";
import type { RungName } from "./rung.ts";
import {
  defaultStateDirectory,
  makePlace,
  placeCandidates,
  type SandboxPlace,
} from "./state-directory.ts";
import { sweep } from "./sweep.ts";
import { planCopy, planTrees, type TreePlan } from "./trees.ts";

export interface SandboxOptions {
  /** Where commands start: the person's working directory. */
  readonly directory: string;
  /** Whose secrets are hidden. Default: this user's. */
  readonly home?: string;
  /** Nothing is reachable unless it is named. What was sent cannot be taken back. */
  readonly network: Network;
  readonly limits?: Partial<SandboxLimits>;
  /** Where layers and journals are kept. */
  readonly stateDirectory?: string;
  /** Added to the harmless part of this process's environment. */
  readonly env?: Readonly<Record<string, string>>;
  /**
   * `.env` files of the working tree. Hidden unless the caller says otherwise; a command that
   * reads its settings from one fails differently without it.
   */
  readonly environmentFiles?: "hidden" | "readable";
  /** The weakest rung of the ladder that is good enough. Default: A, the full sandbox. */
  readonly weakest?: RungName;
}

/** What a test replaces. */
export interface SandboxSurroundings {
  /** A tree that is shown as `/` instead of the machine's own. */
  readonly root?: string;
  readonly usesControlGroups?: boolean;
  /** As on a machine where none can be mounted. */
  readonly withoutOverlays?: boolean;
  /** Where the proxy of a sandbox with network really connects. */
  readonly outside?: Outside;
}

/** What was asked for, with every question answered that does not depend on the rung. */
interface Request {
  readonly options: SandboxOptions;
  readonly surroundings: SandboxSurroundings;
  readonly tools: Pick<SandboxParts, "bwrap" | "seccomp">;
  readonly uid: number;
  readonly directory: string;
  readonly home: string;
  readonly limits: SandboxLimits;
  readonly stateDirectory: string;
  /** Where a sandbox may be kept. */
  readonly candidates: readonly string[];
}

export async function openSandbox(
  options: SandboxOptions,
  surroundings: SandboxSurroundings = {},
): Promise<Opened<LayeredSandbox>> {
  const request = readRequest(options, surroundings);
  if (!request.ok) return request;
  for (const base of request.value.candidates) await sweep(base);
  const full = await openFull(request.value);
  const { weakest = "A" } = options;
  if (full.ok || weakest === "A" || weakest === "E" || !lacksOverlays(full.refusal)) return full;
  if (weakest === "D") return openCopied(request.value);
  return refused({ code: "rung_not_built", rung: weakest, problem: explainRefusal(full.refusal) });
}

/** Whether a sandbox that mounts nothing may do better. */
function lacksOverlays({ code }: SandboxRefusal): boolean {
  return code === "sandbox_unavailable" || code === "no_state_directory";
}

function readRequest(options: SandboxOptions, surroundings: SandboxSurroundings): Opened<Request> {
  const uid = process.getuid?.() ?? -1;
  const tools = findTools();
  if (!tools.ok) return tools;
  const directory = realDirectory(options.directory, surroundings.root ?? "");
  if (directory === null) return refused({ code: "not_a_directory", directory: options.directory });
  const home = realDirectory(options.home ?? homedir(), "") ?? directory;
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const stateDirectory = options.stateDirectory ?? defaultStateDirectory(uid, process.env);
  const candidates =
    options.stateDirectory === undefined
      ? placeCandidates(stateDirectory, uid)
      : [join(stateDirectory, "sandboxes")];
  const found = { uid, tools: tools.value, directory, home, limits, stateDirectory, candidates };
  return { ok: true, value: { options, surroundings, ...found } };
}

async function openFull(request: Request): Promise<Opened<LayeredSandbox>> {
  const { uid, directory, home, limits, candidates, surroundings } = request;
  if (surroundings.withoutOverlays) {
    return refused({ code: "sandbox_unavailable", problem: "no overlays", remedy: null });
  }
  const place = makePlace(candidates, { bytes: limits.diskBytes, isOverlaid: true });
  if (!place.ok) return place;
  const root = surroundings.root ?? null;
  const plan = planTrees({ directory, home, uid, stateDirectory: place.value.base, root });
  if (!plan.ok) {
    await removeTree(place.value.directory);
    return plan;
  }
  const layers = new OverlayStore({
    id: place.value.id,
    directory: place.value.directory,
    uid,
    isPrivileged: uid === 0 && isInitialUserNamespace(),
    plan: plan.value,
  });
  const openedAtNs = momentAfterAll(join(place.value.directory, MARKER));
  const inside = { place: place.value, plan: plan.value, layers, openedAtNs };
  return begun(await assembled(request, inside), openedAtNs);
}

/** On a copy of the working directory: see `ladder.ts` for what that lacks. */
async function openCopied(request: Request): Promise<Opened<LayeredSandbox>> {
  const { uid, directory, limits, candidates } = request;
  let place: SandboxPlace | null = null;
  try {
    const plan = planCopy(directory, candidates);
    if (!plan.ok) return plan;
    const bytes = COPIES * (copySize(directory).bytes + limits.diskBytes);
    const made = makePlace(candidates, { bytes, isOverlaid: false });
    if (!made.ok) return made;
    place = made.value;
    // Before anything is copied: what changes from now on may be missing from the copy.
    const openedAtNs = await momentAfterAll(join(place.directory, MARKER));
    const needs = { source: directory, directory: place.directory, plan: plan.value };
    const layers = await CopyStore.make(needs, uid);
    const inside = { place, plan: plan.value, layers, openedAtNs: Promise.resolve(openedAtNs) };
    return proven(await begun(await assembled(request, inside), inside.openedAtNs));
  } catch (error) {
    if (place !== null) await removeTree(place.directory);
    if (!(error instanceof CopyFailed)) throw error;
    return refused({ code: "cannot_copy", directory, problem: error.message });
  }
}

/** Nothing was mounted yet, so only a command shows whether the jail works. */
async function proven(opened: Opened<LayeredSandbox>): Promise<Opened<LayeredSandbox>> {
  if (!opened.ok) return opened;
  const { stoppedBy, output } = await opened.value.run({ text: "true" });
  if (stoppedBy === null) return opened;
  await opened.value[Symbol.asyncDispose]();
  const problem = output.trim() || `a first command was stopped: ${stoppedBy}`;
  return refused({ code: "sandbox_unavailable", problem, remedy: "fix doctor" });
}

async function assembled(
  request: Request,
  inside: Pick<SandboxParts, "place" | "plan" | "layers" | "openedAtNs">,
): Promise<LayeredSandbox> {
  const { options, surroundings, uid, directory, home, limits, stateDirectory } = request;
  const { place, plan } = inside;
  const network = await openNetwork(options.network, place.directory, surroundings.outside);
  makeScratch(place.directory, plan);
  return new LayeredSandbox({
    ...network,
    ...request.tools,
    ...inside,
    stateDirectory,
    directory,
    uid,
    gid: process.getgid?.() ?? -1,
    masks: surroundings.root === undefined ? masksFor(options, uid, home, directory) : NO_MASKS,
    environment: {
      ...harmlessEnvironment(process.env),
      ...network.environment,
      ...options.env,
      HOME: home,
      PWD: directory,
    },
    limits,
    group: surroundings.usesControlGroups === false ? null : openControlGroup(place.id, limits),
  });
}

/** The fix's own, a rehearsal's, and what either may add. */
const COPIES = 2;
const NO_MASKS: Masks = { directories: [], files: [] };

/** The first mount is the proof that this machine can do it. */
async function begun(
  sandbox: LayeredSandbox,
  openedAtNs: Promise<bigint>,
): Promise<Opened<LayeredSandbox>> {
  try {
    await Promise.all([sandbox.hold(), openedAtNs]);
    return { ok: true, value: sandbox };
  } catch (error) {
    await sandbox[Symbol.asyncDispose]();
    if (!(error instanceof HolderFailed)) throw error;
    const remedy = "fix doctor";
    return refused({ code: "sandbox_unavailable", problem: error.message, remedy });
  }
}

function findTools(): Opened<Pick<SandboxParts, "bwrap" | "seccomp">> {
  const missing = (problem: string, remedy: string | null) =>
    refused({ code: "sandbox_unavailable", problem, remedy });
  if (process.platform !== "linux" || !isArchitecture(process.arch)) {
    return missing(`${process.platform} on ${process.arch} has no such sandbox`, null);
  }
  const bwrap = systemTool("bwrap");
  if (bwrap === null) return missing("bubblewrap is not installed", "fix doctor");
  const seccomp = seccompProgram(process.arch, "local");
  return { ok: true, value: { bwrap, seccomp } };
}

/** Root of a container without privileges is mapped to somebody else, or has fewer ids. */
function isInitialUserNamespace(): boolean {
  return /^\s*0\s+0\s+4294967295\s*$/.test(readFileSync("/proc/self/uid_map", "utf8"));
}

/** The real path, because every later step compares paths. Inside `root` it is taken as it is. */
function realDirectory(path: string, root: string): string | null {
  try {
    if (!statSync(join(root, path)).isDirectory()) return null;
    return root === "" ? realpathSync(path) : path;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return null;
  }
}

function masksFor(
  { environmentFiles }: SandboxOptions,
  uid: number,
  home: string,
  directory: string,
): Masks {
  return findMasks({
    homes: uid === 0 ? allHomes(home) : [home],
    directory: environmentFiles === "readable" ? null : directory,
    // Installing a package adds users.
    hidesAccounts: false,
  });
}

function makeScratch(directory: string, plan: TreePlan): void {
  plan.scratch.forEach((_, index) => {
    const path = join(directory, "t", String(index));
    mkdirSync(path, { recursive: true });
    chmodSync(path, 0o1777);
  });
}

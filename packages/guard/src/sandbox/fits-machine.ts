/**
 * Whether a kept layer can still be used on this machine. Files that changed are left to the
 * commit, which finds them one by one; this looks for what would put a written file elsewhere or
 * hide it.
 */
import { lstatSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { type Identity, identityOf, isSameIdentity } from "../disk/identity.ts";
import { rawPath } from "../disk/raw-path.ts";
import { errorCode } from "../error-code.ts";
import { isBelow } from "../jail/masks.ts";
import type { KeptRecord, KeptTree } from "./kept-record.ts";
import type { StoredLayer } from "./layer-store.ts";
import type { TreePlan } from "./trees.ts";

/** File times move in ticks, program clocks do not. */
const CLOCK_SLACK_MS = 1_000;
const MS = 1_000_000n;

export interface MachineNow {
  /** Of the working directory; null if it does not exist. */
  readonly identity: Identity | null;
  /** By the clock of the file system that holds the layer. */
  readonly nowNs: bigint;
  readonly marks: StoredLayer["marks"];
  readonly plan: TreePlan;
  /** Where the layer is; for an overlay, one directory per tree. */
  readonly uppers: string;
}

/** The problem, or null. */
export function machineProblem(record: KeptRecord, now: MachineNow): string | null {
  const { directory, identity, marks, kind, trees } = record;
  if (now.identity === null || !isSameIdentity(now.identity, identity)) {
    return `${directory} was replaced by another directory`;
  }
  const backwards = clockProblem(record, now.nowNs);
  if (backwards !== null) return backwards;
  if (now.marks !== marks) return "overlays store their attributes differently now";
  if (kind === "copy") return null;
  const lost = trees.map((tree, index) => lostTree(tree, join(now.uppers, `${index}`), now.plan));
  const added = now.plan.trees.filter(({ at }) => !trees.some((tree) => tree.at === at));
  const hidden = added.map(({ at }) => hiddenBy(at, trees, now.uppers));
  return [...lost, ...hidden].find((problem) => problem !== null) ?? null;
}

/** A change made while the clock is behind the opening time looks older than the sandbox. */
function clockProblem({ keptAtMs, openedAtNs }: KeptRecord, nowNs: bigint): string | null {
  if (BigInt(keptAtMs + CLOCK_SLACK_MS) * MS < openedAtNs) {
    return "the clock was set back while it was open, so changes cannot be detected";
  }
  const isBefore = nowNs < openedAtNs || nowNs < BigInt(keptAtMs - CLOCK_SLACK_MS) * MS;
  if (!isBefore) return null;
  return "the clock is earlier than when it was kept, so changes cannot be detected";
}

function lostTree({ at, identity }: KeptTree, upper: string, plan: TreePlan): string | null {
  if (isEmpty(upper)) return null;
  const tree = plan.trees.find((each) => each.at === at);
  if (tree === undefined) return `${at} is no longer writable, or belongs to another tree`;
  const isSame = isSameIdentity(identityOf(rawPath(tree.lower)), identity);
  return isSame ? null : `${at} was replaced by another directory`;
}

/** A mount covers something that the layer has written. */
function hiddenBy(at: string, trees: readonly KeptTree[], uppers: string): string | null {
  const around = trees.findLastIndex((tree) => isBelow(at, tree.at));
  const tree = trees[around];
  if (tree === undefined) return null;
  const written = join(uppers, String(around), relative(tree.at, at));
  return exists(written) ? `a mount at ${at} hides what was written there` : null;
}

function isEmpty(directory: string): boolean {
  try {
    return readdirSync(directory).length === 0;
  } catch (error) {
    if (errorCode(error) === "EACCES") return false;
    throw error;
  }
}

function exists(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    // In a directory that the command closed there may be something.
    if (errorCode(error) === "EACCES") return true;
    if (errorCode(error) === "ENOTDIR") return false;
    throw error;
  }
}

/**
 * Whether a kept layer can lie on this machine as it lay on the one it was written on. Files that
 * changed meanwhile are no matter here: the commit finds those, one by one. What would put a
 * written file somewhere else, or hide it, is.
 */
import { lstatSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { type Identity, identityOf, isSameIdentity } from "../disk/identity.ts";
import { rawPath } from "../disk/raw-path.ts";
import { errorCode } from "../error-code.ts";
import { isBelow } from "../jail/masks.ts";
import type { KeptRecord, KeptTree } from "./kept-record.ts";
import type { LastingLayer } from "./layer-store.ts";
import type { TreePlan } from "./trees.ts";

/** The clock of files moves in ticks, and the one of programs does not. */
const CLOCK_SLACK_MS = 1_000;
const MS = 1_000_000n;

export interface MachineNow {
  /** Of the working directory; null where there is none. */
  readonly identity: Identity | null;
  /** By the clock of the file system that holds the layer. */
  readonly nowNs: bigint;
  readonly marks: LastingLayer["marks"];
  readonly plan: TreePlan;
  /** Where the layer lies, for A one directory per tree. */
  readonly uppers: string;
}

/** What is in the way, or null. */
export function machineProblem(record: KeptRecord, now: MachineNow): string | null {
  const { directory, identity, marks, kind, trees } = record;
  if (now.identity === null || !isSameIdentity(now.identity, identity)) {
    return `${directory} is another directory now`;
  }
  const backwards = clockProblem(record, now.nowNs);
  if (backwards !== null) return backwards;
  if (now.marks !== marks) return "overlays keep their marks in another way now";
  if (kind === "copy") return null;
  const lost = trees.map((tree, index) => lostTree(tree, join(now.uppers, `${index}`), now.plan));
  const added = now.plan.trees.filter(({ at }) => !trees.some((tree) => tree.at === at));
  const hidden = added.map(({ at }) => hiddenBy(at, trees, now.uppers));
  return [...lost, ...hidden].find((problem) => problem !== null) ?? null;
}

/** Whatever is done while the clock stands before the opening looks as if done before it. */
function clockProblem({ keptAtMs, openedAtNs }: KeptRecord, nowNs: bigint): string | null {
  if (BigInt(keptAtMs + CLOCK_SLACK_MS) * MS < openedAtNs) {
    return "the clock was set back while it was open, so nobody can say what changed meanwhile";
  }
  const isBefore = nowNs < openedAtNs || nowNs < BigInt(keptAtMs - CLOCK_SLACK_MS) * MS;
  if (!isBefore) return null;
  return "the clock stands before the moment it was kept, so nobody can say what changed since";
}

function lostTree({ at, identity }: KeptTree, upper: string, plan: TreePlan): string | null {
  if (isEmpty(upper)) return null;
  const tree = plan.trees.find((each) => each.at === at);
  if (tree === undefined) return `${at} can no longer be written to, or lies in another tree`;
  const isSame = isSameIdentity(identityOf(rawPath(tree.lower)), identity);
  return isSame ? null : `${at} is another directory now`;
}

/** Something is mounted on a place that the layer has written to. */
function hiddenBy(at: string, trees: readonly KeptTree[], uppers: string): string | null {
  const around = trees.findLastIndex((tree) => isBelow(at, tree.at));
  const tree = trees[around];
  if (tree === undefined) return null;
  const written = join(uppers, String(around), relative(tree.at, at));
  return exists(written) ? `${at} covers what was written there` : null;
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
    // Behind a directory that the command closed something may be there.
    if (errorCode(error) === "EACCES") return true;
    if (errorCode(error) === "ENOTDIR") return false;
    throw error;
  }
}

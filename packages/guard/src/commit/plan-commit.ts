/**
 * Which changes a commit applies. Harmless changes inside the working tree are included; others
 * only if their own path was approved. Leaving out a new directory leaves out its contents.
 */

import { parentPath, type RawPath } from "../disk/raw-path.ts";
import type { Change } from "./change.ts";
import type { Danger } from "./dangers.ts";

export interface JudgedChange {
  readonly change: Change;
  readonly dangers: readonly Danger[];
  /** Whether the person's own git command made it: git's files are not for reading. */
  readonly isMadeByGit?: true;
}

export type LeftOutBecause = "not_approved" | "its_directory_is_left_out";

export interface LeftOut {
  readonly change: Change;
  readonly because: LeftOutBecause;
}

export interface ApprovedPlan {
  readonly included: readonly Change[];
  readonly leftOut: readonly LeftOut[];
}

export interface PlanRequest {
  /** In the order of the diff, so that a directory comes before its contents. */
  readonly judged: readonly JudgedChange[];
  readonly approved: ReadonlySet<RawPath>;
}

export function planCommit({ judged, approved }: PlanRequest): ApprovedPlan {
  const included: Change[] = [];
  const leftOut: LeftOut[] = [];
  const missing = new Set<RawPath>();
  for (const { change, dangers } of judged) {
    const isOrphan = change.parentIno === null && missing.has(parentPath(change.path));
    const isWanted = dangers.length === 0 || approved.has(change.path);
    if (isWanted && !isOrphan) {
      included.push(change);
      continue;
    }
    if (change.after?.type === "directory" && change.kind !== "meta") missing.add(change.path);
    leftOut.push({ change, because: isOrphan ? "its_directory_is_left_out" : "not_approved" });
  }
  return { included, leftOut };
}

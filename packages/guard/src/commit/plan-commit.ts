/**
 * Which changes a commit applies: no logs and caches of tools. Harmless changes inside the working tree are included; others
 * only if their own path was approved. Leaving out a new directory leaves out its contents, and
 * leaving out one change of a group leaves out the others.
 */

import { parentPath, type RawPath } from "../disk/raw-path.ts";
import type { Change } from "./change.ts";
import type { ChangeGroup } from "./change-groups.ts";
import type { Danger } from "./dangers.ts";
import type { Noise } from "./places/noise-places.ts";

export interface JudgedChange {
  readonly change: Change;
  readonly dangers: readonly Danger[];
  /** What it stands or falls with; null if it stands alone. */
  readonly group: ChangeGroup | null;
  /** Whether the person's own git command made it: git's files are not for reading. */
  readonly isMadeByGit?: true;
  /** The tool whose log or cache it is: then it is never committed. */
  readonly noise?: Noise;
}

export type LeftOutBecause =
  | "noise"
  | "not_approved"
  | "its_directory_is_left_out"
  | "its_group_is_left_out";

export interface LeftOut {
  readonly change: Change;
  readonly because: LeftOutBecause;
}

export interface ApprovedPlan {
  readonly included: readonly Change[];
  readonly leftOut: readonly LeftOut[];
  /** What belongs together, also when it is undone. */
  readonly groups?: ReadonlyMap<Change, ChangeGroup>;
}

/** What somebody could still approve. */
export function leftToApprove({ leftOut }: ApprovedPlan): readonly LeftOut[] {
  return leftOut.filter(({ because }) => because !== "noise");
}

export interface PlanRequest {
  /** In the order of the diff, so that a directory comes before its contents. */
  readonly judged: readonly JudgedChange[];
  readonly approved: ReadonlySet<RawPath>;
}

export function planCommit({ judged, approved }: PlanRequest): ApprovedPlan {
  const dropped = new Set<ChangeGroup>();
  // A group that is dropped may hold a directory that another group is in.
  for (;;) {
    const { plan, incomplete } = planWithout(dropped, { judged, approved });
    if (incomplete.length === 0) return { ...plan, groups: groupsOf(judged) };
    for (const group of incomplete) dropped.add(group);
  }
}

function groupsOf(judged: readonly JudgedChange[]): ReadonlyMap<Change, ChangeGroup> {
  return new Map(judged.flatMap(({ change, group }) => (group === null ? [] : [[change, group]])));
}

function planWithout(
  dropped: ReadonlySet<ChangeGroup>,
  { judged, approved }: PlanRequest,
): { readonly plan: ApprovedPlan; readonly incomplete: readonly ChangeGroup[] } {
  const included: Change[] = [];
  const leftOut: LeftOut[] = [];
  const incomplete = new Set<ChangeGroup>();
  const missing = new Set<RawPath>();
  for (const { change, dangers, group, noise } of judged) {
    const isOrphan = change.parentIno === null && missing.has(parentPath(change.path));
    const isWanted = dangers.length === 0 || approved.has(change.path);
    const isDropped = group !== null && dropped.has(group);
    if (noise === undefined && isWanted && !isOrphan && !isDropped) {
      included.push(change);
      continue;
    }
    if (group !== null && !isDropped) incomplete.add(group);
    if (change.after?.type === "directory" && change.kind !== "meta") missing.add(change.path);
    const because = noise === undefined ? reasonOf({ isWanted, isOrphan }) : "noise";
    leftOut.push({ change, because });
  }
  return { plan: { included, leftOut }, incomplete: [...incomplete] };
}

function reasonOf({ isWanted, isOrphan }: { isWanted: boolean; isOrphan: boolean }) {
  if (isOrphan) return "its_directory_is_left_out";
  return isWanted ? "its_group_is_left_out" : "not_approved";
}

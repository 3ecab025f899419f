/**
 * Which changes an undo reverts and which it leaves. What belongs together is reverted whole or left
 * whole. Git objects always stay. A name whose directory was replaced is left in any case: there is no
 * place to put it. So are a git repository that moved on and a directory with other files in it.
 */
import type { RawPath } from "../disk/raw-path.ts";
import { type Conflict, canOverwrite } from "./refusal.ts";
import type { UndoUnit } from "./undo-units.ts";

/**
 * - `whole`: all of it, and nothing if something changed since.
 * - `part`: what is unchanged since.
 * - `all`: also what changed since; copies of that are kept.
 */
export type HowMuch = "whole" | "part" | "all";

export interface UndoDecision {
  readonly reverted: readonly UndoUnit[];
  /** With the reason of each. */
  readonly left: readonly (UndoUnit & { readonly conflict: Conflict })[];
  /** Reverted although they changed since. */
  readonly overwritten: readonly UndoUnit[];
  /** Git objects. */
  readonly staying: readonly UndoUnit[];
}

export function decideUndo(all: readonly UndoUnit[], howMuch: HowMuch): UndoDecision {
  const staying = all.filter(({ stays }) => stays === true);
  const units = all.filter(({ stays }) => stays !== true);
  const blocked = groupsOf(units.filter((each) => isBlocked(each, howMuch)));
  const fixed = groupsOf(units.filter((each) => isBlocked(each, "all")));
  const left = units.flatMap((unit) => {
    const own = isBlocked(unit, howMuch) ? unit.conflict : null;
    const conflict =
      own !== null && !canOverwrite(own)
        ? own
        : (heldBack(unit, fixed) ?? own ?? heldBack(unit, blocked));
    return conflict === null ? [] : [{ ...unit, conflict }];
  });
  const names = new Set(left.map(({ path }) => path));
  const reverted = units.filter(({ path }) => !names.has(path));
  const overwritten = reverted.filter(({ conflict }) => conflict !== null);
  return { reverted, left, overwritten, staying };
}

/** The first name of each. */
function groupsOf(units: readonly UndoUnit[]): ReadonlyMap<number, RawPath> {
  const groups = new Map<number, RawPath>();
  for (const { group, path } of units) {
    if (group !== null && !groups.has(group)) groups.set(group, path);
  }
  return groups;
}

function isBlocked({ conflict }: UndoUnit, howMuch: HowMuch): boolean {
  if (conflict === null) return false;
  return howMuch !== "all" || !canOverwrite(conflict);
}

function heldBack(
  { path, group }: UndoUnit,
  blocked: ReadonlyMap<number, RawPath>,
): Conflict | null {
  const by = group === null ? undefined : blocked.get(group);
  return by === undefined ? null : { path, because: "group_changed", by };
}

export function changesIn(units: readonly UndoUnit[]): number {
  return units.reduce((sum, { changes, stays }) => (stays === true ? sum : sum + changes), 0);
}

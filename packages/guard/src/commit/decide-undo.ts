/**
 * Which changes an undo reverts and which it leaves. What belongs together is reverted whole or left
 * whole. A name whose directory was replaced is left in any case: there is no place to put it.
 */
import type { RawPath } from "../disk/raw-path.ts";
import type { Conflict } from "./refusal.ts";
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
}

export function decideUndo(units: readonly UndoUnit[], howMuch: HowMuch): UndoDecision {
  const blocked = new Map<number, RawPath>();
  for (const unit of units.filter((each) => isBlocked(each, howMuch))) {
    if (unit.group !== null && !blocked.has(unit.group)) blocked.set(unit.group, unit.path);
  }
  const left = units.flatMap((unit) => {
    const conflict = isBlocked(unit, howMuch) ? unit.conflict : heldBack(unit, blocked);
    return conflict === null ? [] : [{ ...unit, conflict }];
  });
  const names = new Set(left.map(({ path }) => path));
  const reverted = units.filter(({ path }) => !names.has(path));
  return { reverted, left, overwritten: reverted.filter(({ conflict }) => conflict !== null) };
}

function isBlocked({ conflict }: UndoUnit, howMuch: HowMuch): boolean {
  if (conflict === null) return false;
  return howMuch !== "all" || conflict.because === "directory_replaced";
}

function heldBack(
  { path, group }: UndoUnit,
  blocked: ReadonlyMap<number, RawPath>,
): Conflict | null {
  const by = group === null ? undefined : blocked.get(group);
  return by === undefined ? null : { path, because: "group_changed", by };
}

export function changesIn(units: readonly UndoUnit[]): number {
  return units.reduce((sum, { changes }) => sum + changes, 0);
}

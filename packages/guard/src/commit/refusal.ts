/** Why a diff, a commit or an undo is refused. */
import type { RawPath } from "../disk/raw-path.ts";
import type { Made } from "./journal.ts";

export type ConflictReason =
  /** It was created in the meantime. */
  | "appeared"
  | "vanished"
  /** Edited, replaced or moved, before or after the diff was shown. */
  | "changed"
  /** Something changed below a directory that would be deleted. */
  | "changed_inside"
  /** Somebody put it into a directory that would be deleted. */
  | "added_inside"
  /** A ref of its git repository was written since. */
  | "ref_moved"
  /** Its directory was replaced, or is a symbolic link now. */
  | "directory_replaced"
  /** It stands or falls with another name, which has a reason of its own. */
  | "group_changed";

export interface Conflict {
  readonly path: RawPath;
  readonly because: ConflictReason;
  /** That other name, or the ref. */
  readonly by?: RawPath;
}

const FIXED: ReadonlySet<ConflictReason> = new Set([
  "added_inside",
  "ref_moved",
  "directory_replaced",
  "group_changed",
]);

/** Whether it can be reverted all the same, with a copy of what is there now. */
export function canOverwrite({ because }: Conflict): boolean {
  return !FIXED.has(because);
}

export type CommitRefusal =
  | { readonly code: "too_many_changes"; readonly limit: number }
  | { readonly code: "too_many_entries"; readonly limit: number }
  | { readonly code: "too_deep"; readonly path: RawPath; readonly limit: number }
  | { readonly code: "path_too_long"; readonly path: RawPath; readonly limit: number }
  | { readonly code: "unreadable_directory"; readonly path: RawPath }
  | { readonly code: "conflict"; readonly conflicts: readonly Conflict[] }
  /** A step failed; everything was rolled back. */
  | { readonly code: "not_applied"; readonly path: RawPath; readonly problem: string }
  /** An interrupted commit could be neither finished nor rolled back; it is tried again later. */
  | { readonly code: "not_recovered"; readonly made: Made; readonly problem: string }
  | { readonly code: "busy"; readonly stateDirectory: string }
  /** Locking does not work here, so nothing may be committed. */
  | { readonly code: "no_lock"; readonly problem: string }
  /** Another user can write where journals are stored, and so forge one. */
  | { readonly code: "state_not_private"; readonly directory: string }
  | {
      readonly code: "nothing_to_undo";
      readonly stateDirectory: string;
      /** Made in this working tree, in directories that no longer exist. */
      readonly gone: readonly RawPath[];
      /** What could be undone in other working trees, the newest first. */
      readonly elsewhere: readonly Made[];
    }
  /** A later commit that still stands changed the same names. */
  | { readonly code: "later_commit_first"; readonly later: Made; readonly path: RawPath }
  | {
      readonly code: "changed_since";
      /** Its number, to undo this one and no other. */
      readonly commit: number;
      /** How many there are, and how many could be undone. */
      readonly changes: number;
      readonly revertible: number;
      readonly conflicts: readonly Conflict[];
    }
  | { readonly code: "no_such_copy"; readonly number: string }
  /** Nothing is ever overwritten by a copy. */
  | { readonly code: "name_taken"; readonly path: RawPath }
  /** Missing, or reached through a symbolic link. */
  | { readonly code: "no_directory"; readonly path: RawPath };

export type CommitResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusal: CommitRefusal };

export function done<T>(value: T): CommitResult<T> {
  return { ok: true, value };
}

export function refused(refusal: CommitRefusal): {
  readonly ok: false;
  readonly refusal: CommitRefusal;
} {
  return { ok: false, refusal };
}

/** Leaves a deep walk; its entry point returns the refusal. */
export class Refused extends Error {
  override name = "Refused";
  readonly refusal: CommitRefusal;

  constructor(refusal: CommitRefusal) {
    super(refusal.code);
    this.refusal = refusal;
  }
}

/** Every way a diff, a commit or an undo says no, with the facts to explain it. */
import type { RawPath } from "../disk/raw-path.ts";
import type { Made } from "./journal.ts";

export type ConflictReason =
  /** Somebody made this name meanwhile. */
  | "appeared"
  | "vanished"
  /** Edited, replaced or moved, before or after the diff was shown. */
  | "changed"
  /** Something below a directory that would go away. */
  | "changed_inside"
  /** The directory that holds it is another one now, or a symbolic link. */
  | "directory_replaced";

export interface Conflict {
  readonly path: RawPath;
  readonly because: ConflictReason;
}

export type CommitRefusal =
  | { readonly code: "too_many_changes"; readonly limit: number }
  | { readonly code: "too_many_entries"; readonly limit: number }
  | { readonly code: "too_deep"; readonly path: RawPath; readonly limit: number }
  | { readonly code: "path_too_long"; readonly path: RawPath; readonly limit: number }
  | { readonly code: "unreadable_directory"; readonly path: RawPath }
  | { readonly code: "conflict"; readonly conflicts: readonly Conflict[] }
  /** The disk said no half-way; everything was put back. */
  | { readonly code: "not_applied"; readonly path: RawPath; readonly problem: string }
  | { readonly code: "busy"; readonly stateDirectory: string }
  /** There is no way to lock here, so nothing may be committed. */
  | { readonly code: "no_lock"; readonly problem: string }
  /** Somebody else can write where journals are kept, and so forge one. */
  | { readonly code: "state_not_private"; readonly directory: string }
  | {
      readonly code: "nothing_to_undo";
      readonly stateDirectory: string;
      /** Made in this working tree, in directories that are gone. */
      readonly gone: readonly RawPath[];
      /** What could be undone in other working trees, the newest first. */
      readonly elsewhere: readonly Made[];
    }
  /** A later commit, which still stands, touched the same names. */
  | { readonly code: "later_commit_first"; readonly later: Made; readonly path: RawPath }
  | { readonly code: "changed_since"; readonly conflicts: readonly Conflict[] };

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

/** Leaves a deep walk at once; the walk's entrance turns it into the value. */
export class Refused extends Error {
  override name = "Refused";
  readonly refusal: CommitRefusal;

  constructor(refusal: CommitRefusal) {
    super(refusal.code);
    this.refusal = refusal;
  }
}

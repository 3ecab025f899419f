/**
 * Small values by space and key, for work outside contracts: nonces, block positions, ratings.
 *
 * A note is its value and nothing else, so a write compares with the value that was read: what was
 * changed and changed back has not changed. Longer keys and values than the maxima are a bug and
 * crash; who takes them from outside checks them first.
 */

/** Characters of a space or a key, all printable ASCII: they sort alike in every store. */
export const MAX_NOTE_NAME = 200;
/** Bytes of a value in UTF-8. */
export const MAX_NOTE_BYTES = 65_536;
/** Notes that are written together. */
export const MAX_NOTES_AT_ONCE = 512;

export interface NoteWrite {
  readonly space: string;
  readonly key: string;
  /** What the note must be; null if there must be none. */
  readonly from: string | null;
  /** Null deletes it. */
  readonly to: string | null;
}

export interface Note {
  readonly key: string;
  readonly value: string;
}

export interface NoteQuery {
  readonly space: string;
  readonly prefix: string;
  /** Only keys after this one. */
  readonly after: string | null;
  readonly limit: number;
}

export interface Notes {
  get(space: string, key: string): Promise<string | null>;
  /** All of them or none: false, and nothing changes, if one of the notes is not its `from`. */
  write(...writes: readonly NoteWrite[]): Promise<boolean>;
  /** The notes of a space whose keys begin with the prefix, in the order of keys. */
  list(query: NoteQuery): Promise<readonly Note[]>;
}

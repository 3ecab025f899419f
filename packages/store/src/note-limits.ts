/** Checks that every store makes before it writes notes. */
import { invariant } from "@bazaar/kernel";
import {
  type CursorMove,
  MAX_NOTE_BYTES,
  MAX_NOTE_NAME,
  MAX_NOTES_AT_ONCE,
  type NoteQuery,
  type NoteWrite,
} from "@bazaar/market/ports";

const PRINTABLE = /^[\x20-\x7e]*$/;
/** Sorts after every printable character: the end of all keys with a prefix. */
export const AFTER_PRINTABLE = "\x7f";

function checkNoteName(name: string): void {
  const isName = name.length > 0 && name.length <= MAX_NOTE_NAME && PRINTABLE.test(name);
  invariant(isName, `${JSON.stringify(name)} is not a name of notes`);
}

function checkNote({ space, key, to }: NoteWrite): void {
  checkNoteName(space);
  checkNoteName(key);
  if (to === null) return;
  const bytes = Buffer.byteLength(to);
  invariant(bytes <= MAX_NOTE_BYTES, `a note of ${bytes} bytes`);
  // Half a surrogate pair has no UTF-8: it would be read back as another text.
  invariant(to.isWellFormed(), "a note that is not Unicode");
}

/** Those that are written together. */
export function checkNotes(notes: readonly NoteWrite[]): void {
  invariant(notes.length <= MAX_NOTES_AT_ONCE, `${notes.length} notes at once`);
  for (const note of notes) checkNote(note);
  const keys = new Set(notes.map(({ space, key }) => JSON.stringify([space, key])));
  invariant(keys.size === notes.length, "a note is written twice");
}

export function checkNoteQuery({ space, prefix }: NoteQuery): void {
  checkNoteName(space);
  invariant(PRINTABLE.test(prefix), `${JSON.stringify(prefix)} begins no key`);
}

export function checkMove({ name, from, to, notes }: CursorMove, lastNo: number): void {
  checkNoteName(name);
  invariant(from === null ? to >= 0 : to > from, `${name} moves from ${from} to ${to}`);
  invariant(to <= lastNo, `${name} would skip what comes between ${lastNo} and ${to}`);
  checkNotes(notes);
}

/**
 * Durable readers of the feed. A reader is a name and the last feed number that it has handled.
 *
 * A reader only moves on from where it is, so of two processes with one name only one writes the
 * notes of an entry, and no entry is skipped. `followFeed` is the way to use them.
 */
import type { NoteWrite } from "./notes.ts";

export interface CursorMove {
  /** Like a space or a key of notes. */
  readonly name: string;
  /** Where the reader must be; null for one that is new. */
  readonly from: number | null;
  /** At most the newest number of the feed. */
  readonly to: number;
  /** Written with the move or not at all; each key once. */
  readonly notes: readonly NoteWrite[];
}

/** `moved`: the reader is elsewhere. `note_changed`: a note is not what it must be. */
export type CursorAnswer = "advanced" | "moved" | "note_changed";

export interface Cursors {
  /** The last number that was handled; null for a new reader. */
  read(name: string): Promise<number | null>;
  advance(move: CursorMove): Promise<CursorAnswer>;
}

import type { CursorAnswer, CursorMove, Cursors } from "@bazaar/market/ports";
import { checkMove } from "../note-limits.ts";
import type { MemoryNotes } from "./memory-notes.ts";

export class MemoryCursors implements Cursors {
  readonly #notes: MemoryNotes;
  readonly #lastNo: () => number;
  readonly #handled = new Map<string, number>();

  constructor(notes: MemoryNotes, lastNo: () => number) {
    this.#notes = notes;
    this.#lastNo = lastNo;
  }

  async read(name: string): Promise<number | null> {
    return this.#handled.get(name) ?? null;
  }

  async advance(move: CursorMove): Promise<CursorAnswer> {
    checkMove(move, this.#lastNo());
    const { name, from, to, notes } = move;
    if ((this.#handled.get(name) ?? null) !== from) return "moved";
    if (!notes.every((note) => this.#notes.isStill(note))) return "note_changed";
    for (const note of notes) this.#notes.set(note);
    this.#handled.set(name, to);
    return "advanced";
  }
}

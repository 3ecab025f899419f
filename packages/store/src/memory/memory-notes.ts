import type { Note, NoteQuery, Notes, NoteWrite } from "@bazaar/market/ports";
import { checkNoteQuery, checkNotes } from "../note-limits.ts";
import { checkPage } from "../place.ts";

export class MemoryNotes implements Notes {
  readonly #spaces = new Map<string, Map<string, string>>();

  async get(space: string, key: string): Promise<string | null> {
    return this.#spaces.get(space)?.get(key) ?? null;
  }

  async write(...writes: readonly NoteWrite[]): Promise<boolean> {
    checkNotes(writes);
    if (!writes.every((write) => this.isStill(write))) return false;
    for (const write of writes) this.set(write);
    return true;
  }

  async list({ limit, ...query }: NoteQuery): Promise<readonly Note[]> {
    checkPage(limit);
    checkNoteQuery({ limit, ...query });
    const { space, prefix, after } = query;
    return [...(this.#spaces.get(space) ?? [])]
      .map(([key, value]) => ({ key, value }))
      .filter(({ key }) => key.startsWith(prefix) && (after === null || key > after))
      .sort((a, b) => (a.key < b.key ? -1 : 1))
      .slice(0, limit);
  }

  /** Whether the note is what the write takes it for. */
  isStill({ space, key, from }: NoteWrite): boolean {
    return (this.#spaces.get(space)?.get(key) ?? null) === from;
  }

  set({ space, key, to }: NoteWrite): void {
    const notes = this.#spaces.get(space) ?? new Map<string, string>();
    if (to === null) notes.delete(key);
    else notes.set(key, to);
    this.#spaces.set(space, notes);
  }
}

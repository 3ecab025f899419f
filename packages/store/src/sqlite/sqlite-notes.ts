import type { Note, NoteQuery, Notes, NoteWrite } from "@bazaar/market/ports";
import { AFTER_PRINTABLE, checkNoteQuery, checkNotes } from "../note-limits.ts";
import { checkPage } from "../place.ts";
import type { Database } from "./database.ts";
import { text } from "./rows.ts";

export class SqliteNotes implements Notes {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async get(space: string, key: string): Promise<string | null> {
    return this.#value(space, key);
  }

  async write(...writes: readonly NoteWrite[]): Promise<boolean> {
    checkNotes(writes);
    return this.#db.write(() => {
      if (!writes.every((write) => this.isStill(write))) return false;
      for (const write of writes) this.set(write);
      return true;
    });
  }

  async list(query: NoteQuery): Promise<readonly Note[]> {
    const { space, prefix, after, limit } = query;
    checkPage(limit);
    checkNoteQuery(query);
    const sql = `select key, value from notes
      where space = ? and key >= ? and key < ? and key > ? order by key limit ?`;
    const rows = this.#db
      .prepare(sql)
      .all(space, prefix, prefix + AFTER_PRINTABLE, after ?? "", limit);
    return rows.map((row) => ({ key: text(row, "key"), value: text(row, "value") }));
  }

  /** Only inside a write: whether the note is what the write takes it for. */
  isStill({ space, key, from }: NoteWrite): boolean {
    return this.#value(space, key) === from;
  }

  /** Only inside a write. */
  set({ space, key, to }: NoteWrite): void {
    const remove = "delete from notes where space = ? and key = ?";
    const put = `insert into notes (space, key, value) values (?, ?, ?)
      on conflict do update set value = excluded.value`;
    if (to === null) this.#db.prepare(remove).run(space, key);
    else this.#db.prepare(put).run(space, key, to);
  }

  #value(space: string, key: string): string | null {
    const sql = "select value from notes where space = ? and key = ?";
    const row = this.#db.prepare(sql).get(space, key);
    return row === undefined ? null : text(row, "value");
  }
}

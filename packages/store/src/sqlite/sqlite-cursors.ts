import type { CursorAnswer, CursorMove, Cursors } from "@bazaar/market/ports";
import { checkMove } from "../note-limits.ts";
import type { Database } from "./database.ts";
import { integer } from "./rows.ts";
import type { SqliteEntries } from "./sqlite-entries.ts";
import type { SqliteNotes } from "./sqlite-notes.ts";

export class SqliteCursors implements Cursors {
  readonly #db: Database;
  readonly #notes: SqliteNotes;
  readonly #entries: Pick<SqliteEntries, "lastNo">;

  constructor(db: Database, notes: SqliteNotes, entries: Pick<SqliteEntries, "lastNo">) {
    this.#db = db;
    this.#notes = notes;
    this.#entries = entries;
  }

  async read(name: string): Promise<number | null> {
    return this.#handled(name);
  }

  advance(move: CursorMove): Promise<CursorAnswer> {
    return this.#db.write(() => {
      checkMove(move, this.#entries.lastNo());
      const { name, from, to, notes } = move;
      if (this.#handled(name) !== from) return "moved";
      if (!notes.every((note) => this.#notes.isStill(note))) return "note_changed";
      for (const note of notes) this.#notes.set(note);
      const sql = `insert into cursors (name, handled) values (?, ?)
        on conflict do update set handled = excluded.handled`;
      this.#db.prepare(sql).run(name, to);
      return "advanced";
    });
  }

  #handled(name: string): number | null {
    const row = this.#db.prepare("select handled from cursors where name = ?").get(name);
    return row === undefined ? null : integer(row, "handled");
  }
}

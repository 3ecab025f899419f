import type { Database } from "./database.ts";
import { integer } from "./rows.ts";

/** The numbers of parties and accounts, which other tables refer to. */
export class SqliteNames {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  find(name: string): number | null {
    const row = this.#db.prepare("select no from names where name = ?").get(name);
    return row === undefined ? null : integer(row, "no");
  }

  /** Only inside a write: a new name gets the next number. */
  numberOf(name: string): number {
    const known = this.find(name);
    if (known !== null) return known;
    const sql = "insert into names (name) values (?)";
    return Number(this.#db.prepare(sql).run(name).lastInsertRowid);
  }
}

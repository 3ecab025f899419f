import { LRUCache } from "lru-cache";
import type { Database } from "./database.ts";
import { integer } from "./rows.ts";

/** The numbers that stand for parties and accounts in other tables. A number never changes. */
export class SqliteNames {
  readonly #db: Database;
  readonly #cache = new LRUCache<string, number>({ max: 10_000 });

  constructor(db: Database) {
    this.#db = db;
  }

  find(name: string): number | null {
    const cached = this.#cache.get(name);
    if (cached !== undefined) return cached;
    const row = this.#db.prepare("select no from names where name = ?").get(name);
    if (row === undefined) return null;
    const no = integer(row, "no");
    this.#cache.set(name, no);
    return no;
  }

  /** Only inside a write: a new name gets the next number. */
  numberOf(name: string): number {
    const known = this.find(name);
    if (known !== null) return known;
    const sql = "insert into names (name) values (?)";
    return Number(this.#db.prepare(sql).run(name).lastInsertRowid);
  }

  /** After a write was undone, which may have read a name that it added. */
  forget(): void {
    this.#cache.clear();
  }
}

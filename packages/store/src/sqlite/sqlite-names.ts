import type { Database } from "./database.ts";
import { LastingAnswers } from "./lasting-answers.ts";
import { integer } from "./rows.ts";

/** The numbers that parties and accounts go by in other tables. */
export class SqliteNames {
  readonly #db: Database;
  readonly #numbers: LastingAnswers<number>;

  constructor(db: Database) {
    this.#db = db;
    this.#numbers = new LastingAnswers(db);
  }

  find(name: string): number | null {
    return this.#numbers.find(name, () => {
      const row = this.#db.prepare("select no from names where name = ?").get(name);
      return row === undefined ? null : integer(row, "no");
    });
  }

  /** Only inside a write: a new name gets the next number. */
  numberOf(name: string): number {
    const known = this.find(name);
    if (known !== null) return known;
    const sql = "insert into names (name) values (?)";
    const no = Number(this.#db.prepare(sql).run(name).lastInsertRowid);
    this.#numbers.keep(name, no);
    return no;
  }
}

import type { ContractId } from "@bazaar/kernel";
import type { WrittenOnce } from "@bazaar/market/ports";
import type { Database } from "./database.ts";
import { integer, text } from "./rows.ts";

/** What was written under once keys. */
export class SqliteOnce {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  find(onceKey: string): WrittenOnce | null {
    const sql = `select id, written_once.seq from written_once
      join contracts on contracts.no = contract where key = ?`;
    const row = this.#db.prepare(sql).get(onceKey);
    if (row === undefined) return null;
    const seq = row.seq === null ? null : integer(row, "seq");
    return { contract: text(row, "id") as ContractId, seq };
  }

  /** What was written under the first of these keys that is taken. */
  first(onceKeys: readonly string[]): WrittenOnce | null {
    for (const key of onceKeys) {
      const written = this.find(key);
      if (written !== null) return written;
    }
    return null;
  }

  /** Only inside a write. */
  add(onceKeys: readonly string[], contract: number, seq: number | null): void {
    const sql = `insert into written_once (key, contract, seq) values (?, ?, ?)
      on conflict do nothing`;
    for (const key of onceKeys) this.#db.prepare(sql).run(key, contract, seq);
  }
}

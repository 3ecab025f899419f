import type { ContractId } from "@bazaar/kernel";
import type { HoldRecord } from "@bazaar/market/ports";
import type { Database } from "./database.ts";
import { parseRecord, recordText, text } from "./rows.ts";

/** Where deposits of slow rails arrive, and what for. */
export class SqliteHolds {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async save(record: HoldRecord): Promise<void> {
    await this.#db.write(() => {
      const sql = `insert into holds (contract, rail, address, record) values (?, ?, ?, ?)
        on conflict (rail, address) do update
        set contract = excluded.contract, record = excluded.record`;
      const { contract, rail } = record.hold;
      this.#db.prepare(sql).run(contract, rail, record.address, recordText(record));
    });
  }

  ofContract(contract: ContractId): readonly HoldRecord[] {
    const sql = "select record from holds where contract = ? order by no";
    const rows = this.#db.prepare(sql).all(contract);
    return rows.map((row) => parseRecord<HoldRecord>(text(row, "record")));
  }

  at(rail: string, address: string): HoldRecord | null {
    const sql = "select record from holds where rail = ? and address = ?";
    const row = this.#db.prepare(sql).get(rail, address);
    return row === undefined ? null : parseRecord<HoldRecord>(text(row, "record"));
  }
}

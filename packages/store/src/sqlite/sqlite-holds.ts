import type { ContractId } from "@bazaar/kernel";
import type { HoldQuery, HoldRecord, NumberedHold } from "@bazaar/market/ports";
import type { Database } from "./database.ts";
import { integer, parseRecord, recordText, text } from "./rows.ts";

/** Where deposits of slow rails arrive, and what for. */
export class SqliteHolds {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async save(record: HoldRecord): Promise<void> {
    await this.#db.write(() => {
      const sql = `insert into holds (contract, rail, address, expires_at, record)
        values (?, ?, ?, ?, ?)
        on conflict (rail, address) do update set contract = excluded.contract,
        expires_at = excluded.expires_at, record = excluded.record`;
      const { contract, rail, expiresMs } = record.hold;
      this.#db.prepare(sql).run(contract, rail, record.address, expiresMs, recordText(record));
    });
  }

  ofContract(contract: ContractId): readonly HoldRecord[] {
    const sql = "select record from holds where contract = ? order by no";
    const rows = this.#db.prepare(sql).all(contract);
    return rows.map((row) => parseRecord<HoldRecord>(text(row, "record")));
  }

  open({ rail, expiresAfterMs, afterNo, limit }: HoldQuery): readonly NumberedHold[] {
    const sql = `select no, record from holds
      where rail = ? and no > ? and expires_at > ? order by no limit ?`;
    const rows = this.#db.prepare(sql).all(rail, afterNo, expiresAfterMs, limit);
    return rows.map((row) => ({
      ...parseRecord<HoldRecord>(text(row, "record")),
      no: integer(row, "no"),
    }));
  }

  at(rail: string, address: string): HoldRecord | null {
    const sql = "select record from holds where rail = ? and address = ?";
    const row = this.#db.prepare(sql).get(rail, address);
    return row === undefined ? null : parseRecord<HoldRecord>(text(row, "record"));
  }
}

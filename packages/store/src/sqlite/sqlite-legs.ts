import type { Leg } from "@bazaar/kernel";
import type { LegMove, LegRecord, LegStatus } from "@bazaar/market/ports";
import type { Database } from "./database.ts";
import { integer, parseRecord, type Row, recordText, text, textOrNull } from "./rows.ts";

/** Payout legs as rows. Whether a contract still stands where somebody looked is asked elsewhere. */
export class SqliteLegs {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Only inside a write. */
  order(leg: Leg, contract: number, isFromAct: boolean): void {
    const sql = `insert into legs (key, contract, pot, is_from_act, leg, status)
      values (?, ?, ?, ?, ?, 'ordered') on conflict (key) do nothing`;
    this.#db.prepare(sql).run(leg.key, contract, leg.pot, isFromAct ? 1 : 0, recordText(leg));
  }

  find(key: string): { readonly record: LegRecord; readonly contract: number } | null {
    const row = this.#db.prepare("select * from legs where key = ?").get(key);
    return row === undefined ? null : { record: readLeg(row), contract: integer(row, "contract") };
  }

  open(afterNo: number, limit: number): readonly LegRecord[] {
    const sql = `select * from legs where no > ? and status <> 'confirmed' and is_waiting = 0
      order by no limit ?`;
    return this.#db.prepare(sql).all(afterNo, limit).map(readLeg);
  }

  ofContract(contract: number): readonly LegRecord[] {
    const sql = "select * from legs where contract = ? and is_from_act = 1 order by no";
    return this.#db.prepare(sql).all(contract).map(readLeg);
  }

  isPotBusy(contract: number, pot: number): boolean {
    const sql = `select 1 from legs where contract = ? and pot = ?
      and status in ('signed', 'sent', 'unknown') limit 1`;
    return this.#db.prepare(sql).get(contract, pot) !== undefined;
  }

  /** Only inside a write. */
  move({ no, message, proof }: LegRecord, to: LegMove): void {
    const sql = "update legs set status = ?, message = ?, proof = ?, is_waiting = 0 where no = ?";
    this.#db.prepare(sql).run(to.status, to.message ?? message, to.proof ?? proof, no);
  }

  /** Only inside a write. */
  letWait(no: number): void {
    this.#db.prepare("update legs set is_waiting = 1 where no = ?").run(no);
  }

  /** Only inside a write: the contract has a new entry, so what was waited for may be there. */
  wake(contract: number): void {
    const sql = "update legs set is_waiting = 0 where contract = ? and is_waiting = 1";
    this.#db.prepare(sql).run(contract);
  }

  /** Whether acts have ordered legs and all of them are confirmed. */
  isPaid(contract: number): boolean {
    const sql = `select count(*) as ordered, total(status <> 'confirmed') as unpaid
      from legs where contract = ? and is_from_act = 1`;
    const row = this.#db.prepare(sql).get(contract);
    return row !== undefined && integer(row, "ordered") > 0 && Number(row.unpaid) === 0;
  }
}

function readLeg(row: Row): LegRecord {
  return {
    no: integer(row, "no"),
    leg: parseRecord<Leg>(text(row, "leg")),
    isFromAct: integer(row, "is_from_act") === 1,
    status: text(row, "status") as LegStatus,
    isWaiting: integer(row, "is_waiting") === 1,
    message: textOrNull(row, "message"),
    proof: textOrNull(row, "proof"),
  };
}

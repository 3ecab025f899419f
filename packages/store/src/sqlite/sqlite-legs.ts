import { invariant, type Leg } from "@bazaar/kernel";
import { type LegMove, type LegRecord, type LegStatus, ledgerProof } from "@bazaar/market/ports";
import type { Database } from "./database.ts";
import { amountOf, integer, type Row, readable, text, textOrNull, unitsOf } from "./rows.ts";

/** What a move needs to know of a leg. */
export interface LegRow {
  readonly no: number;
  readonly contract: number;
  readonly status: LegStatus;
}

/** Payout legs as rows. */
export class SqliteLegs {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Only inside a write. What the ledger has paid in the same write is confirmed by that. */
  order(leg: Leg, contract: number, { isPaid }: { readonly isPaid: boolean }): void {
    const sql = `insert into legs (key, contract, pot, is_from_act, leg, status, proof)
      values (?, ?, ?, 1, ?, ?, ?) on conflict do nothing`;
    const [status, proof] = isPaid ? ["confirmed", ledgerProof(leg.key)] : ["ordered", null];
    this.#db.prepare(sql).run(leg.key, contract, leg.pot, legText(leg), status, proof);
  }

  /** Only inside a write. Money that no act ordered, on its way back. */
  orderBack(leg: Leg, contract: number): void {
    const sql = `insert into legs (key, contract, pot, is_from_act, leg, status)
      values (?, ?, ?, 0, ?, 'ordered') on conflict do nothing`;
    this.#db.prepare(sql).run(leg.key, contract, leg.pot, legText(leg));
  }

  find(contract: number, key: string): LegRow | null {
    const sql = "select no, status from legs where contract = ? and key = ?";
    const row = this.#db.prepare(sql).get(contract, key);
    if (row === undefined) return null;
    return { no: integer(row, "no"), contract, status: text(row, "status") as LegStatus };
  }

  /** The leg itself. */
  at(no: number): Leg {
    const row = this.#db.prepare("select leg from legs where no = ?").get(no);
    invariant(row !== undefined, `leg ${no} was never written`);
    return parseLeg(text(row, "leg"));
  }

  open(afterNo: number, limit: number): readonly LegRecord[] {
    const sql = `select * from legs where status <> 'confirmed' and is_waiting = 0 and no > ?
      order by no limit ?`;
    return this.#db.prepare(sql).all(afterNo, limit).map(readLeg);
  }

  unpaid(afterNo: number, limit: number): readonly LegRecord[] {
    // Each half is cut to a page before they are joined: either may be long.
    const half = (isWaiting: 0 | 1) => `select * from (select * from legs
      where status <> 'confirmed' and is_waiting = ${isWaiting} and no > :after order by no limit :limit)`;
    const sql = `${half(0)} union all ${half(1)} order by no limit :limit`;
    return this.#db.prepare(sql).all({ after: afterNo, limit }).map(readLeg);
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
  move({ no, status }: LegRow, to: LegMove): void {
    // Only an ordered leg can wait: what is not named here, no index has to follow.
    const wake = status === "ordered" ? ", is_waiting = 0" : "";
    const sql = `update legs set status = ?, message = ifnull(?, message),
      proof = ifnull(?, proof)${wake} where no = ?`;
    this.#db.prepare(sql).run(to.status, to.message ?? null, to.proof ?? null, no);
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

/** What `recordText` would write, without a look at every field: it has one amount. */
function legText(leg: Leg): string {
  return JSON.stringify({ ...leg, amount: unitsOf(leg.amount) });
}

function parseLeg(written: string): Leg {
  return readable("a payout", () => {
    const leg = JSON.parse(written);
    return { ...leg, amount: amountOf(leg.amount) };
  });
}

function readLeg(row: Row): LegRecord {
  return {
    no: integer(row, "no"),
    leg: parseLeg(text(row, "leg")),
    isFromAct: integer(row, "is_from_act") === 1,
    status: text(row, "status") as LegStatus,
    isWaiting: integer(row, "is_waiting") === 1,
    message: textOrNull(row, "message"),
    proof: textOrNull(row, "proof"),
  };
}

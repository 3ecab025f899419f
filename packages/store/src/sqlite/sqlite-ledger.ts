import { invariant } from "@bazaar/kernel";
import {
  type Ledger,
  type LedgerTotals,
  type LedgerTransfer,
  type Posting,
  WORLD,
} from "@bazaar/market/ports";
import { isHold } from "../hold-account.ts";
import { checkPage } from "../place.ts";
import type { Database } from "./database.ts";
import { bigInteger, integer, type Row, text } from "./rows.ts";
import type { SqliteContracts } from "./sqlite-contracts.ts";
import type { SqliteNames } from "./sqlite-names.ts";

/** Where the key of a posting begins with none. */
const NO_CONTRACT = 0;
const BEGINS_WITH_ID = /^[0-9a-f]{64}\//;

/**
 * Double entry as the tables hold it: a posting moves both balances by a trigger, none but the
 * world's may fall below zero, and no posting is ever changed.
 */
export class SqliteLedger implements Ledger {
  readonly #db: Database;
  readonly #names: SqliteNames;
  readonly #contracts: Pick<SqliteContracts, "numberIn">;

  constructor(db: Database, names: SqliteNames, contracts: Pick<SqliteContracts, "numberIn">) {
    this.#db = db;
    this.#names = names;
    this.#contracts = contracts;
  }

  async balance(account: string, asset: string): Promise<bigint> {
    return this.held(account, asset);
  }

  transfer(transfer: LedgerTransfer): Promise<boolean> {
    return this.#db.write(() => {
      const { key, from, asset, amount } = transfer;
      if (this.#isDone(key)) return true;
      if (from !== WORLD && this.held(from, asset) < amount) return false;
      this.post(transfer);
      return true;
    });
  }

  async isTransferred(key: string): Promise<boolean> {
    return this.#isDone(key);
  }

  async balances(account: string): Promise<ReadonlyMap<string, bigint>> {
    const sql = "select asset, amount from balances where account = ? and amount <> 0";
    const rows = this.#db.prepare(sql).all(this.#names.find(account));
    return new Map(rows.map((row) => [text(row, "asset"), bigInteger(row, "amount")]));
  }

  async statement(
    account: string,
    beforeNo: number | null,
    limit: number,
  ): Promise<readonly Posting[]> {
    checkPage(limit);
    // Each side is cut to a page before they are joined: an account may have millions of lines.
    const sql = `select postings.*, s.name as "from", t.name as "to" from (
        select no from (select no from postings
          where source = :account and no < :before order by no desc limit :limit)
        union
        select no from (select no from postings
          where target = :account and no < :before order by no desc limit :limit)
        order by no desc limit :limit
      ) as page join postings using (no)
      join names as s on s.no = source join names as t on t.no = target
      order by page.no desc`;
    const before = beforeNo ?? Number.MAX_SAFE_INTEGER;
    const values = { account: this.#names.find(account), before, limit };
    return this.#db.prepare(sql).all(values).map(readPosting);
  }

  async totals(asset: string): Promise<LedgerTotals> {
    const sql = `select
        ifnull(sum(amount) filter (where is_hold = 1), 0) as holds,
        ifnull(sum(amount) filter (where is_hold = 0 and account <> 0), 0) as accounts,
        ifnull(sum(amount) filter (where account = 0), 0) as world
      from balances where asset = ?`;
    const row = this.#db.prepare(sql).get(asset);
    invariant(row !== undefined, "a sum has one row");
    return {
      holds: bigInteger(row, "holds"),
      accounts: bigInteger(row, "accounts"),
      world: bigInteger(row, "world"),
    };
  }

  /** Only inside a write that has found the balance to be enough. */
  post({ key, from, to, asset, amount }: LedgerTransfer): void {
    invariant(amount >= 0n, `a transfer of ${amount}`);
    const [source, target] = [this.#open(from, asset), this.#open(to, asset)];
    const contract = this.#contracts.numberIn(key) ?? NO_CONTRACT;
    // Otherwise the same key could be posted again once its contract is there.
    invariant(contract !== NO_CONTRACT || !BEGINS_WITH_ID.test(key), `${key}: no such contract`);
    const sql = `insert into postings (contract, key, source, target, asset, amount)
      values (?, ?, ?, ?, ?, ?)`;
    this.#db.prepare(sql).run(contract, key, source, target, asset, amount);
  }

  /** Only inside a write. A hold always covers its payouts: anything else is a bug. */
  payOut(transfer: LedgerTransfer): void {
    const { key, from, asset, amount } = transfer;
    const isHeld = this.held(from, asset) >= amount;
    invariant(isHeld, `${from} does not hold what it owes for ${key}`);
    this.post(transfer);
  }

  held(account: string, asset: string): bigint {
    const no = this.#names.find(account);
    if (no === null) return 0n;
    const sql = "select amount from balances where account = ? and asset = ?";
    const row = this.#db.prepare(sql).get(no, asset);
    return row === undefined ? 0n : bigInteger(row, "amount");
  }

  /** The number of an account that has a balance in this asset: from now on, if not before. */
  #open(account: string, asset: string): number {
    const no = this.#names.numberOf(account);
    const sql = `insert into balances (account, asset, is_hold) values (?, ?, ?)
      on conflict do nothing`;
    this.#db.prepare(sql).run(no, asset, isHold(account) ? 1 : 0);
    return no;
  }

  #isDone(key: string): boolean {
    const contract = this.#contracts.numberIn(key) ?? NO_CONTRACT;
    const sql = "select 1 from postings where contract = ? and key = ?";
    return this.#db.prepare(sql).get(contract, key) !== undefined;
  }
}

function readPosting(row: Row): Posting {
  return {
    no: integer(row, "no"),
    key: text(row, "key"),
    from: text(row, "from"),
    to: text(row, "to"),
    asset: text(row, "asset"),
    amount: bigInteger(row, "amount"),
  };
}

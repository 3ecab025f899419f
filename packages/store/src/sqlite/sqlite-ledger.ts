import { invariant } from "@bazaar/kernel";
import { type Ledger, type LedgerTransfer, WORLD } from "@bazaar/market/ports";
import type { Database } from "./database.ts";
import { bigInteger } from "./rows.ts";

/** Balances as rows. A constraint of the table keeps every account but the world's above zero. */
export class SqliteLedger implements Ledger {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async balance(account: string, asset: string): Promise<bigint> {
    return this.held(account, asset);
  }

  transfer({ key, from, to, asset, amount }: LedgerTransfer): Promise<boolean> {
    return this.#db.write(() => {
      if (this.#isDone(key)) return true;
      if (from !== WORLD && this.held(from, asset) < amount) return false;
      this.move(from, to, asset, amount);
      const sql =
        "insert into postings (key, source, target, asset, amount) values (?, ?, ?, ?, ?)";
      this.#db.prepare(sql).run(key, from, to, asset, amount);
      return true;
    });
  }

  async isTransferred(key: string): Promise<boolean> {
    return this.#isDone(key);
  }

  /** Only inside a write that has found the balance to be enough. */
  move(from: string, to: string, asset: string, amount: bigint): void {
    invariant(amount >= 0n, `a transfer of ${amount}`);
    const sql = `insert into accounts (account, asset, amount) values (?, ?, ?)
      on conflict (account, asset) do update set amount = amount + excluded.amount`;
    // The receiver first: the table refuses a new row below zero, which a sender never is.
    this.#db.prepare(sql).run(to, asset, amount);
    const take = "update accounts set amount = amount - ? where account = ? and asset = ?";
    const { changes } = this.#db.prepare(take).run(amount, from, asset);
    if (Number(changes) === 0) this.#db.prepare(sql).run(from, asset, -amount);
  }

  held(account: string, asset: string): bigint {
    const sql = "select amount from accounts where account = ? and asset = ?";
    const row = this.#db.prepare(sql).get(account, asset);
    return row === undefined ? 0n : bigInteger(row, "amount");
  }

  #isDone(key: string): boolean {
    return this.#db.prepare("select 1 from postings where key = ?").get(key) !== undefined;
  }
}

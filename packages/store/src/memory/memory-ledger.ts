import { invariant } from "@bazaar/kernel";
import { type Ledger, type LedgerTransfer, WORLD } from "@bazaar/market/ports";

/** Balances in a map. Every transfer takes from one account what it gives to another. */
export class MemoryLedger implements Ledger {
  readonly #balances = new Map<string, bigint>();
  readonly #done = new Set<string>();

  async balance(account: string, asset: string): Promise<bigint> {
    return this.held(account, asset);
  }

  async transfer(transfer: LedgerTransfer): Promise<boolean> {
    if (this.#done.has(transfer.key)) return true;
    const { from, to, asset, amount, key } = transfer;
    if (!this.move(from, to, asset, amount)) return false;
    this.#done.add(key);
    return true;
  }

  async isTransferred(key: string): Promise<boolean> {
    return this.#done.has(key);
  }

  held(account: string, asset: string): bigint {
    return this.#balances.get(`${account} ${asset}`) ?? 0n;
  }

  /** False when there is not enough. The world outside may owe: that is how money comes in. */
  move(from: string, to: string, asset: string, amount: bigint): boolean {
    invariant(amount >= 0n, `a transfer of ${amount}`);
    const left = this.held(from, asset) - amount;
    if (left < 0n && from !== WORLD) return false;
    this.#balances.set(`${from} ${asset}`, left);
    this.#balances.set(`${to} ${asset}`, this.held(to, asset) + amount);
    return true;
  }
}

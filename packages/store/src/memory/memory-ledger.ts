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

interface Account {
  readonly balances: Map<string, bigint>;
  readonly postings: Posting[];
}

/** Balances in a map. Every transfer takes from one account what it gives to another. */
export class MemoryLedger implements Ledger {
  readonly #accounts = new Map<string, Account>();
  readonly #done = new Set<string>();

  async balance(account: string, asset: string): Promise<bigint> {
    return this.held(account, asset);
  }

  async transfer(transfer: LedgerTransfer): Promise<boolean> {
    if (this.#done.has(transfer.key)) return true;
    const { from, asset, amount } = transfer;
    if (from !== WORLD && this.held(from, asset) < amount) return false;
    this.post(transfer);
    return true;
  }

  async isTransferred(key: string): Promise<boolean> {
    return this.#done.has(key);
  }

  async balances(account: string): Promise<ReadonlyMap<string, bigint>> {
    const balances = this.#accounts.get(account)?.balances ?? [];
    return new Map([...balances].filter(([, amount]) => amount !== 0n));
  }

  async statement(
    account: string,
    beforeNo: number | null,
    limit: number,
  ): Promise<readonly Posting[]> {
    checkPage(limit);
    const page: Posting[] = [];
    const postings = this.#accounts.get(account)?.postings ?? [];
    for (let at = postings.length - 1; at >= 0 && page.length < limit; at -= 1) {
      const posting = postings[at];
      if (posting !== undefined && posting.no < (beforeNo ?? Infinity)) page.push(posting);
    }
    return page;
  }

  async totals(asset: string): Promise<LedgerTotals> {
    const totals = { holds: 0n, accounts: 0n, world: 0n };
    for (const [account, { balances }] of this.#accounts) {
      totals[kindOf(account)] += balances.get(asset) ?? 0n;
    }
    return totals;
  }

  held(account: string, asset: string): bigint {
    return this.#accounts.get(account)?.balances.get(asset) ?? 0n;
  }

  /** The balance was found to be enough. The world may owe: that is how money comes in. */
  post(transfer: LedgerTransfer): void {
    const { key, from, to, asset, amount } = transfer;
    invariant(amount >= 0n, `a transfer of ${amount}`);
    invariant(!this.#done.has(key), `${key} was transferred before`);
    this.#done.add(key);
    const posting = { ...transfer, no: this.#done.size };
    for (const account of new Set([from, to])) this.#open(account).postings.push(posting);
    this.#add(to, asset, amount);
    this.#add(from, asset, -amount);
  }

  #add(account: string, asset: string, amount: bigint): void {
    const { balances } = this.#open(account);
    const held = (balances.get(asset) ?? 0n) + amount;
    invariant(held >= 0n || account === WORLD, `${account} would hold ${held} ${asset}`);
    balances.set(asset, held);
  }

  #open(name: string): Account {
    const known = this.#accounts.get(name);
    if (known !== undefined) return known;
    const account: Account = { balances: new Map(), postings: [] };
    this.#accounts.set(name, account);
    return account;
  }
}

function kindOf(account: string): keyof LedgerTotals {
  if (account === WORLD) return "world";
  return isHold(account) ? "holds" : "accounts";
}

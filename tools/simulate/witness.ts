/**
 * What contracts promise, stated a second time and checked from their entries.
 *
 * The auditor decides every entry again with the kernel, so a mistake of the kernel would escape it.
 * This comes before that, and decides nothing.
 */
import type { Binding, ContractId, Verdict } from "@bazaar/kernel";
import { CheckBook } from "./check-book.ts";
import { ExpiryBook } from "./expiry-book.ts";
import { MoneyBook, type Stakes } from "./money-book.ts";
import { OwnerBook } from "./owner-book.ts";
import { PanelBook } from "./panel-book.ts";
import type { Seen } from "./seen.ts";

interface Books {
  readonly money: MoneyBook;
  readonly panel: PanelBook;
  readonly expiry: ExpiryBook;
  readonly check: CheckBook;
}

export class Witness {
  readonly stakes: Stakes = { staked: 0n, returned: 0n, transferred: 0n, burned: 0n };
  readonly #owners = new OwnerBook();
  readonly #books = new Map<ContractId, Books>();

  bound(binding: Binding): void {
    this.#owners.bound(binding);
  }

  saw(seen: Seen): void {
    const { money, panel, expiry, check } = this.#booksOf(seen.contract);
    this.#owners.saw(seen);
    panel.saw(seen);
    money.saw(seen);
    expiry.saw(seen);
    check.saw(seen);
  }

  /** What the last result of a contract deserves. */
  resultOf(contract: ContractId): Verdict {
    return this.#booksOf(contract).check.result;
  }

  #booksOf(contract: ContractId): Books {
    const known = this.#books.get(contract) ?? {
      money: new MoneyBook(this.stakes),
      panel: new PanelBook(),
      expiry: new ExpiryBook(),
      check: new CheckBook(),
    };
    this.#books.set(contract, known);
    return known;
  }
}

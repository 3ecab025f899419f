/**
 * A payment network in memory: addresses, balances, confirmations, and no undo.
 *
 * Like a real network it takes any message that is validly signed and not yet spent, so a market
 * that signs a leg twice pays twice here. It plays any slow rail in tests and in the simulator.
 */
import { type Asset, invariant, type OpenHold, type RailName } from "@bazaar/kernel";
import type { Deposit, Finding, OpenHolds, Rail, Transfer } from "@bazaar/market/ports";

interface Payment {
  readonly transfer: Transfer;
  isConfirmed: boolean;
}

export class MemoryRail implements Rail {
  readonly name: RailName;
  /** Whether a payment is final as soon as it is sent. */
  confirmsAtOnce = true;
  readonly #addresses = new Map<string, string>();
  readonly #undelivered: Deposit[] = [];
  readonly #prepared = new Map<string, Transfer>();
  readonly #payments = new Map<string, Payment>();
  readonly #received = new Map<string, bigint>();
  #balance = 0n;
  #count = 0;

  constructor(name: RailName) {
    this.name = name;
  }

  async open(key: string, _hold: OpenHold): Promise<string> {
    const address = this.#addresses.get(key) ?? `${this.name}-address-${this.#addresses.size + 1}`;
    this.#addresses.set(key, address);
    return address;
  }

  /** A deposit from outside. */
  pay(address: string, amount: bigint, account: string): string {
    this.#count += 1;
    const reference = `${this.name}-deposit-${this.#count}`;
    this.#balance += amount;
    this.#undelivered.push({ rail: this.name, address, amount, account, reference });
    return reference;
  }

  async deposits(sink: (deposit: Deposit) => Promise<void>, openHolds: OpenHolds): Promise<void> {
    if (this.#undelivered.length === 0) return;
    const watched = await addressesOf(openHolds);
    for (const deposit of [...this.#undelivered]) {
      if (!watched.has(deposit.address)) continue;
      await sink(deposit);
      const at = this.#undelivered.indexOf(deposit);
      if (at !== -1) this.#undelivered.splice(at, 1);
    }
  }

  async isAccount(account: string): Promise<boolean> {
    return account !== "";
  }

  async prepare(transfer: Transfer): Promise<string> {
    this.#count += 1;
    const message = `${this.name}-message-${this.#count}`;
    this.#prepared.set(message, transfer);
    return message;
  }

  async send(message: string): Promise<void> {
    const transfer = this.#prepared.get(message);
    invariant(transfer !== undefined, `${message} was never signed`);
    if (this.#payments.has(message)) return;
    invariant(transfer.amount <= this.#balance, `${this.name} cannot pay ${transfer.amount}`);
    this.#balance -= transfer.amount;
    const payment = { transfer, isConfirmed: false };
    this.#payments.set(message, payment);
    if (this.confirmsAtOnce) this.#confirm(payment);
  }

  /** What is still pending becomes final. */
  confirmAll(): void {
    for (const payment of this.#payments.values()) this.#confirm(payment);
  }

  async find(message: string): Promise<Finding> {
    const payment = this.#payments.get(message);
    if (payment === undefined) return { is: "absent" };
    return payment.isConfirmed ? { is: "confirmed", proof: message } : { is: "pending" };
  }

  async balance(_asset: Asset): Promise<bigint> {
    return this.#balance;
  }

  /** What an account outside has been paid. */
  received(account: string): bigint {
    return this.#received.get(account) ?? 0n;
  }

  /** Every transfer that was ever sent, one by one. */
  sent(): readonly Transfer[] {
    return [...this.#payments.values()].map(({ transfer }) => transfer);
  }

  #confirm(payment: Payment): void {
    if (payment.isConfirmed) return;
    payment.isConfirmed = true;
    const { account, amount } = payment.transfer;
    this.#received.set(account, this.received(account) + amount);
  }
}

async function addressesOf(openHolds: OpenHolds): Promise<ReadonlySet<string>> {
  const addresses = new Set<string>();
  for (
    let page = await openHolds(0);
    page.length > 0;
    page = await openHolds(page.at(-1)?.no ?? 0)
  ) {
    for (const { address } of page) addresses.add(address);
  }
  return addresses;
}

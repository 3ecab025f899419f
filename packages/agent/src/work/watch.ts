/**
 * Follows one contract while it concerns this agent: its latest state, and waiting for changes.
 */

import type { Connection, Contract } from "@bazaar/doors/connection";
import { isEnded, type Party } from "@bazaar/kernel";
import { WorkOver } from "../solver.ts";

/** The least time assumed to be left on a clock that started before this process. */
const LEAST_LEFT_MS = 10_000;

export class Watch {
  readonly #connection: Connection;
  readonly #over = new AbortController();
  readonly #signal: AbortSignal;
  readonly #waiting = new Set<() => void>();
  #contract: Contract;
  #seenMs: number;
  #isFirst = true;

  constructor(connection: Connection, contract: Contract, signal: AbortSignal) {
    this.#connection = connection;
    this.#contract = contract;
    this.#seenMs = connection.clock.nowMs();
    this.#signal = AbortSignal.any([signal, this.#over.signal]);
  }

  get contract(): Contract {
    return this.#contract;
  }

  /** Aborts when the contract is over for this agent. */
  get signal(): AbortSignal {
    return this.#signal;
  }

  get party(): Party {
    return this.#connection.party;
  }

  get isMine(): boolean {
    return this.#contract.state.seat?.agent === this.party;
  }

  /** Time left until the deadline, by this machine's clock. */
  leftMs(): number {
    const { deadline, receivedMs } = this.#contract.state;
    if (deadline === null) return Number.POSITIVE_INFINITY;
    const nowMs = this.#connection.clock.nowMs();
    const sinceSeen = deadline.atMs - receivedMs - (nowMs - this.#seenMs);
    if (!this.#isFirst) return sinceSeen;
    // The age of the last entry is not known, but the two clocks may agree.
    return Math.min(sinceSeen, Math.max(LEAST_LEFT_MS, deadline.atMs - nowMs));
  }

  /** The market's time, as far as this machine knows it. */
  marketMs(): number {
    const sinceSeen = this.#connection.clock.nowMs() - this.#seenMs;
    return this.#contract.state.receivedMs + Math.max(0, sinceSeen);
  }

  /** Takes a newer state. */
  tell(contract: Contract): void {
    if (contract.chain.seq <= this.#contract.chain.seq) return;
    this.#contract = contract;
    this.#seenMs = this.#connection.clock.nowMs();
    this.#isFirst = false;
    for (const wake of [...this.#waiting]) wake();
    const { state } = contract;
    const isLost = !this.isMine && state.formerAgents.includes(this.party);
    if (isLost || isEnded(state.phase)) this.end();
  }

  end(): void {
    this.#over.abort(new WorkOver("the contract is over for this agent"));
  }

  /** Follows until it is over. @throws BadAnswer if the market sends an invalid state. */
  async run(): Promise<void> {
    for await (const { contract } of this.#connection.follow(this.#contract, this.#signal)) {
      this.tell(contract);
    }
    this.end();
  }

  /** @throws WorkOver if the contract ends first. */
  async until(isSo: (contract: Contract) => boolean): Promise<Contract> {
    while (!isSo(this.#contract)) {
      this.#signal.throwIfAborted();
      await this.changed();
    }
    return this.#contract;
  }

  /** Resolves with the next entry, after `ms`, or when the contract is over. */
  async changed(ms?: number): Promise<void> {
    const done = new AbortController();
    const wake = (): void => done.abort();
    this.#waiting.add(wake);
    this.#signal.addEventListener("abort", wake, { once: true });
    try {
      if (this.#signal.aborted) return;
      if (ms === undefined) await aborted(done.signal);
      else await this.#connection.clock.sleep(ms, done.signal);
    } finally {
      this.#waiting.delete(wake);
      this.#signal.removeEventListener("abort", wake);
    }
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (signal.aborted) resolve();
  else signal.addEventListener("abort", () => resolve(), { once: true });
  return promise;
}

/**
 * The provider: finds the jobs that name it, works on several at once, and after a restart goes on with
 * those that it holds. The market's stream says when to look for jobs; looking now and then finds what
 * the stream missed and what was left because there was no place.
 */
import {
  type Answered,
  BadAnswer,
  type Connection,
  type Contract,
  delayMs,
  MarketUnavailable,
} from "@bazaar/doors/connection";
import { isEnded } from "@bazaar/kernel";
import { type Place, Places, usualPlaces } from "../places.ts";
import { Semaphore } from "../semaphore.ts";
import type { JobHooks } from "./job-hooks.ts";
import { PassedOver } from "./passed-over.ts";
import type { PriceBook } from "./price-book.ts";
import { jobIn } from "./read-job.ts";
import type { VerifyOwn } from "./stand-by.ts";
import type { Tries } from "./tries.ts";
import { workJob } from "./work-job.ts";
import type { Worker } from "./worker.ts";

export interface ProviderOptions {
  /** Its signer is the provider's identity. */
  readonly connection: Connection;
  readonly worker: Worker;
  readonly prices: PriceBook;
  readonly verify: VerifyOwn;
  readonly tries: Tries;
  /** The ids of open jobs that name this key and of those that it holds; asked for at each poll. */
  readonly list: (signal: AbortSignal) => Promise<Answered<readonly string[]>>;
  /** How many at once. */
  readonly jobs: number;
  readonly pollMs?: number;
  readonly hooks?: JobHooks;
  readonly signal: AbortSignal;
}

const POLL_MS = 1_000;
/** Many posts at once are one look. */
const LEAST_GAP_MS = 50;
/** Jobs that are worked on or wait for their verification. */
const MAX_FOLLOWED = 1_000;
/** A market may list many jobs, and answer each with as much as a contract can have. */
const READ_AT_ONCE = 4;
/** After a list that cannot be used. */
const BACK_OFF = { firstMs: 2_000, mostMs: 60_000 };

/** Runs until the signal aborts, and leaves jobs in progress as they are. */
export async function runProvider(options: ProviderOptions): Promise<void> {
  const { connection, list, pollMs = POLL_MS, hooks = {}, signal } = options;
  const provider = new RunningProvider(options);
  const wake = new Wake();
  const listening = listen(options, wake);
  let failures = 0;
  while (!signal.aborted) {
    const isWoken = wake.next(signal);
    const problem = await provider.look(list);
    if (problem === null) {
      failures = 0;
      await connection.clock.sleep(LEAST_GAP_MS, signal);
      await connection.clock.sleep(Math.max(0, pollMs - LEAST_GAP_MS), isWoken);
      continue;
    }
    if (problem !== "unavailable") hooks.error?.(problem, null);
    // Its stream wakes nobody now: otherwise it could have bad lists asked for without a pause.
    await connection.clock.sleep(delayMs(BACK_OFF, failures), signal);
    failures += 1;
  }
  await Promise.all([provider.idle(), listening]);
}

/** After an invalid stream, the provider looks for jobs at its usual rate. */
async function listen({ connection, hooks, signal }: ProviderOptions, wake: Wake): Promise<void> {
  try {
    for await (const { event } of connection.jobEvents({ provider: connection.party }, signal)) {
      if (event === "contract_posted") wake.now();
    }
  } catch (error) {
    if (!(error instanceof BadAnswer)) throw error;
    hooks?.error?.(error, null);
  }
}

/** Ends a sleep early. */
class Wake {
  #woken = new AbortController();

  /** Aborts at the next event from now on, or with `signal`. */
  next(signal: AbortSignal): AbortSignal {
    this.#woken = new AbortController();
    return AbortSignal.any([signal, this.#woken.signal]);
  }

  now(): void {
    this.#woken.abort();
  }
}

class RunningProvider {
  readonly #options: ProviderOptions;
  readonly #hooks: JobHooks;
  readonly #places: Places;
  readonly #running = new Map<string, Promise<void>>();
  readonly #reading = new Semaphore(READ_AT_ONCE);
  readonly #passedOver = new PassedOver();

  constructor(options: ProviderOptions) {
    this.#options = options;
    this.#hooks = options.hooks ?? {};
    this.#places = new Places(usualPlaces(options.jobs));
  }

  /** Begins with what is listed. What is wrong with the list, or null. */
  async look(list: ProviderOptions["list"]): Promise<Error | "unavailable" | null> {
    const { signal } = this.#options;
    try {
      const listed = await list(signal);
      if (!listed.ok) return new Error(`the market lists no jobs: ${listed.refusal.detail}`);
      for (const id of listed.value) this.#consider(id);
      return null;
    } catch (error) {
      if (error instanceof BadAnswer) return error;
      if (error instanceof MarketUnavailable || signal.aborted) return "unavailable";
      throw error;
    }
  }

  #consider(id: string): void {
    if (this.#running.has(id) || this.#passedOver.has(id, this.#nowMs)) return;
    if (this.#running.size >= MAX_FOLLOWED) return;
    const running = this.#follow(id).finally(() => this.#running.delete(id));
    this.#running.set(id, running);
  }

  get #nowMs(): number {
    return this.#options.connection.clock.nowMs();
  }

  async idle(): Promise<void> {
    await Promise.all(this.#running.values());
  }

  /** An error with one job does not affect the others. */
  async #follow(id: string): Promise<void> {
    const { signal } = this.#options;
    let contract: Contract | null = null;
    try {
      const found = await this.#read(id);
      if (!found.ok) return;
      contract = found.value;
      const place = this.#placeFor(contract);
      if (place === null) return;
      using held = once(place);
      const needs = { ...this.#options, hooks: this.#hooks, isFree: () => held[Symbol.dispose]() };
      const last = await workJob(needs, contract, signal);
      if (signal.aborted) return;
      this.#passedOver.forGood(id);
      if (isEnded(last.state.phase)) this.#hooks.ended?.(last);
    } catch (error) {
      if (signal.aborted || error instanceof MarketUnavailable) return;
      if (error instanceof BadAnswer) this.#passedOver.forNow(id, this.#nowMs);
      else this.#passedOver.forGood(id);
      this.#hooks.error?.(error, contract);
    }
  }

  async #read(id: string): Promise<Answered<Contract>> {
    const { connection, signal } = this.#options;
    await this.#reading.acquire();
    try {
      return await connection.contract(id, signal);
    } finally {
      this.#reading.release();
    }
  }

  /** Null if it is not for this provider, or there is no place now. */
  #placeFor(contract: Contract): Place | null {
    const { id, state } = contract;
    const { party } = this.#options.connection;
    if (state.seat?.agent === party && !isEnded(state.phase)) {
      this.#hooks.resumed?.(contract);
      return this.#places.takeAnyway(state.terms);
    }
    const isOurs = state.phase === "open" && state.terms.agent === party;
    if (!isOurs || jobIn(state.terms) === null) {
      this.#passedOver.forGood(id);
      return null;
    }
    // Listed again while it is open.
    return this.#places.takeNow(state.terms);
  }
}

/** A place is left when the work is done, or at the end at the latest. */
function once(place: Place): Disposable {
  let isLeft = false;
  return {
    [Symbol.dispose]() {
      if (isLeft) return;
      isLeft = true;
      place[Symbol.dispose]();
    },
  };
}

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
  MarketUnavailable,
} from "@bazaar/doors/connection";
import { isEnded } from "@bazaar/kernel";
import { type Place, Places, usualPlaces } from "../places.ts";
import type { JobHooks } from "./job-hooks.ts";
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
/** Jobs that are not looked at again. */
const MAX_REMEMBERED = 10_000;

/** Runs until the signal aborts, and leaves jobs in progress as they are. */
export async function runProvider(options: ProviderOptions): Promise<void> {
  const { connection, list, pollMs = POLL_MS, hooks = {}, signal } = options;
  const provider = new RunningProvider(options);
  const wake = new Wake();
  const listening = listen(options, wake);
  while (!signal.aborted) {
    const isWoken = wake.next(signal);
    try {
      const listed = await list(signal);
      if (listed.ok) for (const id of listed.value) provider.consider(id);
      else hooks.error?.(new Error(`the market lists no jobs: ${listed.refusal.detail}`), null);
    } catch (error) {
      if (error instanceof BadAnswer) hooks.error?.(error, null);
      else if (!(error instanceof MarketUnavailable) && !signal.aborted) throw error;
    }
    await connection.clock.sleep(LEAST_GAP_MS, signal);
    await connection.clock.sleep(Math.max(0, pollMs - LEAST_GAP_MS), isWoken);
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
  readonly #done = new Set<string>();

  constructor(options: ProviderOptions) {
    this.#options = options;
    this.#hooks = options.hooks ?? {};
    this.#places = new Places(usualPlaces(options.jobs));
  }

  consider(id: string): void {
    if (this.#running.has(id) || this.#done.has(id)) return;
    if (this.#running.size >= MAX_FOLLOWED) return;
    const running = this.#follow(id).finally(() => this.#running.delete(id));
    this.#running.set(id, running);
  }

  async idle(): Promise<void> {
    await Promise.all(this.#running.values());
  }

  /** An error with one job does not affect the others. */
  async #follow(id: string): Promise<void> {
    const { connection, signal } = this.#options;
    let contract: Contract | null = null;
    try {
      const found = await connection.contract(id, signal);
      if (!found.ok) return;
      contract = found.value;
      const place = this.#placeFor(contract);
      if (place === null) return;
      using held = once(place);
      const needs = { ...this.#options, hooks: this.#hooks, isFree: () => held[Symbol.dispose]() };
      const last = await workJob(needs, contract, signal);
      if (signal.aborted) return;
      this.#remember(id);
      if (isEnded(last.state.phase)) this.#hooks.ended?.(last);
    } catch (error) {
      if (signal.aborted || error instanceof MarketUnavailable) return;
      this.#remember(id);
      this.#hooks.error?.(error, contract);
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
      this.#remember(id);
      return null;
    }
    // Listed again while it is open.
    return this.#places.takeNow(state.terms);
  }

  #remember(id: string): void {
    this.#done.add(id);
    const [oldest] = this.#done;
    if (this.#done.size > MAX_REMEMBERED && oldest !== undefined) this.#done.delete(oldest);
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

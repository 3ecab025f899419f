/**
 * The end of the feed as events, followed once for everybody.
 *
 * Entries arrive from the market's watch, are made into events in order, and handed over together
 * with the number that everybody who listens is then at. Handing over is synchronous, so whoever
 * compares `no` and begins to listen in one step misses nothing and hears nothing twice.
 */
import { setImmediate as pause } from "node:timers/promises";
import { type Market, type StoredEntry, StoreUnavailable, type Watch } from "@bazaar/market/ports";
import type { MarketEvent } from "./event.ts";
import type { EventReader } from "./event-reader.ts";

/** Entries that may wait here; beyond that they are read again from the feed when it is time. */
const MAX_WAITING = 4_096;
/** Entries handed over at once. */
const SLICE = 64;

export interface Audience {
  /** While nobody listens nothing is made of entries: whoever comes later begins later. */
  readonly isThere: () => boolean;
  readonly hand: (events: readonly MarketEvent[]) => void;
}

export class LiveTail {
  readonly #market: Market;
  readonly #reader: EventReader;
  readonly #audience: Audience;
  readonly #watch: Watch;
  #waiting: StoredEntry[] = [];
  #no: number;
  /** The newest entry that is known of. */
  #lastNo: number;
  #isRunning = false;

  constructor(market: Market, reader: EventReader, audience: Audience) {
    this.#market = market;
    this.#reader = reader;
    this.#audience = audience;
    this.#watch = market.watch((entries) => this.#take(entries));
    this.#no = this.#watch.afterNo;
    this.#lastNo = this.#no;
  }

  /** Everything up to this number has been handed over. */
  get no(): number {
    return this.#no;
  }

  stop(): void {
    this.#watch.stop();
  }

  /** Goes on where a store that did not answer has stopped it. */
  wake(): void {
    if (this.#isRunning || this.#no >= this.#lastNo) return;
    this.#isRunning = true;
    void this.#run();
  }

  #take(entries: readonly StoredEntry[]): void {
    this.#lastNo = Math.max(this.#lastNo, entries.at(-1)?.no ?? 0);
    if (!this.#isRunning && !this.#audience.isThere()) {
      // More come in one turn than go out in one: they would only pile up.
      this.#no = this.#lastNo;
      return;
    }
    this.#waiting.push(...entries);
    if (this.#waiting.length > MAX_WAITING) this.#waiting = [];
    this.wake();
  }

  async #run(): Promise<void> {
    try {
      while (this.#no < this.#lastNo) {
        // What comes in one turn goes out in one write, and sockets get to send before the next:
        // a burst makes nobody slow.
        await pause();
        const entries = await this.#next();
        if (entries.length === 0) return;
        const events = this.#audience.isThere() ? await this.#reader.eventsOf(entries) : [];
        this.#no = entries.at(-1)?.no ?? this.#no;
        this.#audience.hand(events);
      }
    } catch (error) {
      // Nothing was handed over: the same entries come again with the next wake.
      if (!(error instanceof StoreUnavailable)) throw error;
    } finally {
      this.#isRunning = false;
    }
  }

  /** What follows `no` without a gap. */
  async #next(): Promise<readonly StoredEntry[]> {
    const waiting = this.#waiting.filter(({ no }) => no > this.#no);
    this.#waiting = waiting.slice(SLICE);
    if (waiting[0]?.no === this.#no + 1) return waiting.slice(0, SLICE);
    return this.#market.feed(this.#no, SLICE);
  }
}

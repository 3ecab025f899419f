/**
 * Follows the end of the feed once for all readers.
 *
 * Entries from the market's watch become events, in order, and are handed to all live readers. That is
 * synchronous, so a reader that compares `no` and joins in one step misses nothing and gets nothing
 * twice.
 */
import { setImmediate as pause } from "node:timers/promises";
import { type Market, type StoredEntry, StoreUnavailable, type Watch } from "@bazaar/market/ports";

/** Entries that may wait here; beyond that they are read from the feed again. */
const MAX_WAITING = 4_096;
/** Entries handed over at once. */
const SLICE = 64;

/** Makes events from entries, in order. */
export type MakeEvents<Event> = (entries: readonly StoredEntry[]) => Promise<readonly Event[]>;

export interface Audience<Event> {
  /** While nobody reads, no events are made. */
  readonly isThere: () => boolean;
  readonly hand: (events: readonly Event[]) => void;
}

export class LiveTail<Event> {
  readonly #market: Market;
  readonly #makeEvents: MakeEvents<Event>;
  readonly #audience: Audience<Event>;
  readonly #watch: Watch;
  #waiting: StoredEntry[] = [];
  #no: number;
  /** The newest known entry. */
  #lastNo: number;
  #isRunning = false;

  constructor(market: Market, makeEvents: MakeEvents<Event>, audience: Audience<Event>) {
    this.#market = market;
    this.#makeEvents = makeEvents;
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

  /** Continues after the store did not answer. */
  wake(): void {
    if (this.#isRunning || this.#no >= this.#lastNo) return;
    this.#isRunning = true;
    void this.#run();
  }

  #take(entries: readonly StoredEntry[]): void {
    this.#lastNo = Math.max(this.#lastNo, entries.at(-1)?.no ?? 0);
    if (!this.#isRunning && !this.#audience.isThere()) {
      // Nobody reads, so nothing has to wait.
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
        // Collect what arrives in one turn of the event loop into one write, and let sockets send
        // before the next one: a burst must not make readers look slow.
        await pause();
        const entries = await this.#next();
        if (entries.length === 0) return;
        const events = this.#audience.isThere() ? await this.#makeEvents(entries) : [];
        this.#no = entries.at(-1)?.no ?? this.#no;
        this.#audience.hand(events);
      }
    } catch (error) {
      // Nothing was handed over; the next `wake` reads the same entries.
      if (!(error instanceof StoreUnavailable)) throw error;
    } finally {
      this.#isRunning = false;
    }
  }

  /** The entries after `no`, without a gap. */
  async #next(): Promise<readonly StoredEntry[]> {
    const waiting = this.#waiting.filter(({ no }) => no > this.#no);
    this.#waiting = waiting.slice(SLICE);
    if (waiting[0]?.no === this.#no + 1) return waiting.slice(0, SLICE);
    return this.#market.feed(this.#no, SLICE);
  }
}

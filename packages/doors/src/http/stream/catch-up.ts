/**
 * A reader that comes back is told what it missed, page by page, as fast as it takes it, and then
 * joins the others. Comparing where it is with where they are and joining them is one step, so
 * nothing is missed between and nothing is told twice.
 */
import { setImmediate as pause } from "node:timers/promises";
import { type Market, StoreUnavailable } from "@bazaar/market/ports";
import type { MarketEvent } from "./event.ts";
import type { EventReader } from "./event-reader.ts";
import type { LiveTail } from "./live-tail.ts";
import { joined, type Subscriber } from "./subscriber.ts";

/** Small enough that a page of events is far less than a reader may have waiting. */
const PAGE = 64;
/** Pages read at once, however many come back together. */
const LANES = 8;

interface Page {
  readonly events: readonly MarketEvent[];
  readonly lastNo: number | null;
}

export class CatchUp {
  readonly #market: Market;
  readonly #reader: EventReader;
  readonly #tail: LiveTail;
  readonly #lanes: Promise<unknown>[] = Array.from({ length: LANES }, () => Promise.resolve());
  #next = 0;

  constructor(market: Market, reader: EventReader, tail: LiveTail) {
    this.#market = market;
    this.#reader = reader;
    this.#tail = tail;
  }

  async run(subscriber: Subscriber): Promise<void> {
    try {
      if (!(await this.#isKnown(subscriber.at))) {
        // A number of another life of this server: what it has seen cannot be told.
        subscriber.at = this.#tail.no;
        subscriber.write(": this server does not know that Last-Event-ID; it begins here\n");
      }
      while (!subscriber.isGone && !subscriber.isLeaving) {
        if (subscriber.at >= this.#tail.no) {
          subscriber.goLive();
          return;
        }
        await this.#tellPage(subscriber);
      }
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      subscriber.leave("the store did not answer");
    }
  }

  async #tellPage(subscriber: Subscriber): Promise<void> {
    const { events, lastNo } = await this.#inLane(() => this.#pageAfter(subscriber.at));
    if (lastNo === null) {
      subscriber.leave("the feed could not be read on");
      return;
    }
    if (events.length > 0) subscriber.tell(events, joined(events));
    subscriber.at = lastNo;
    await subscriber.taken();
  }

  async #pageAfter(no: number): Promise<Page> {
    // Whoever reads from the beginning must not keep everybody else from being served.
    await pause();
    const entries = await this.#market.feed(no, PAGE);
    return {
      events: await this.#reader.eventsOf(entries),
      lastNo: entries.at(-1)?.no ?? null,
    };
  }

  async #isKnown(no: number): Promise<boolean> {
    if (no <= this.#tail.no) return true;
    // Another process may have told of it before this one has heard.
    const [entry] = await this.#inLane(() => this.#market.feed(no - 1, 1));
    return entry?.no === no;
  }

  /** Only reading takes a lane: a reader that is slow to take keeps nobody waiting. */
  #inLane<T>(read: () => Promise<T>): Promise<T> {
    const at = this.#next % LANES;
    this.#next += 1;
    const done = (this.#lanes[at] ?? Promise.resolve()).then(read);
    this.#lanes[at] = done.catch(() => undefined);
    return done;
  }
}

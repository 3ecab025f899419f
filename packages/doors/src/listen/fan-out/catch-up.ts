/**
 * Sends a returning reader what it missed, page by page, as fast as it reads, and then lets it join
 * the live readers. The check that it has caught up and the join are one synchronous step, so nothing
 * is missed or sent twice.
 */
import { setImmediate as pause } from "node:timers/promises";
import { type Market, StoreUnavailable } from "@bazaar/market/ports";
import type { Turns } from "../turns.ts";
import type { LiveTail, MakeEvents } from "./live-tail.ts";
import { type FeedEvent, joined, type Subscriber } from "./subscriber.ts";

/** A page of events is far smaller than a reader's buffer. */
const PAGE = 64;
/** Pages read at the same time, however many readers return together. */
const LANES = 8;

interface Page<Event> {
  readonly events: readonly Event[];
  readonly lastNo: number | null;
}

export class CatchUp<Event extends FeedEvent> {
  readonly #market: Market;
  readonly #makeEvents: MakeEvents<Event>;
  readonly #tail: LiveTail<Event>;
  readonly #turns: Turns;
  readonly #lanes: Promise<unknown>[] = Array.from({ length: LANES }, () => Promise.resolve());
  #next = 0;

  constructor(market: Market, makeEvents: MakeEvents<Event>, tail: LiveTail<Event>, turns: Turns) {
    this.#market = market;
    this.#makeEvents = makeEvents;
    this.#tail = tail;
    this.#turns = turns;
  }

  async run(subscriber: Subscriber<Event>, address: string | null): Promise<void> {
    try {
      if (!(await this.#isKnown(subscriber.at))) {
        // The number is from another database: what the reader has seen is unknown.
        subscriber.at = this.#tail.no;
        subscriber.write(": unknown Last-Event-ID; the stream starts here\n");
      }
      while (!subscriber.isGone && !subscriber.isLeaving) {
        if (subscriber.at >= this.#tail.no) {
          subscriber.goLive();
          return;
        }
        await this.#tellPage(subscriber, address);
      }
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      subscriber.leave("the store did not answer");
    }
  }

  async #tellPage(subscriber: Subscriber<Event>, address: string | null): Promise<void> {
    const { events, lastNo } = await this.#inLane(() => this.#pageAfter(subscriber.at, address));
    if (lastNo === null) {
      subscriber.leave("the feed could not be read");
      return;
    }
    if (events.length > 0) subscriber.tell(events, joined(events));
    subscriber.at = lastNo;
    await subscriber.taken();
  }

  async #pageAfter(no: number, address: string | null): Promise<Page<Event>> {
    // Let other requests run between pages.
    await pause();
    await this.#turns.begin(address);
    const entries = await this.#market.feed(no, PAGE);
    return {
      events: await this.#makeEvents(entries),
      lastNo: entries.at(-1)?.no ?? null,
    };
  }

  async #isKnown(no: number): Promise<boolean> {
    if (no <= this.#tail.no) return true;
    // Another process may have sent it before this one has read it.
    const [entry] = await this.#inLane(() => this.#market.feed(no - 1, 1));
    return entry?.no === no;
  }

  /** Only reading the feed takes a lane, so a slow reader does not block others. */
  #inLane<T>(read: () => Promise<T>): Promise<T> {
    const at = this.#next % LANES;
    this.#next += 1;
    const done = (this.#lanes[at] ?? Promise.resolve()).then(read);
    this.#lanes[at] = done.catch(() => undefined);
    return done;
  }
}

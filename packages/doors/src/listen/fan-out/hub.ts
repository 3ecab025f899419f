/**
 * All event streams of this process: who reads, how many may, and one timer for all of them.
 *
 * An event is derived and written once for all readers. Keepalives take turns: every second one
 * fifteenth of the readers gets one, so that thousands of idle streams need one timer and cause no
 * bursts.
 */
import type { Writable } from "node:stream";
import type { Market } from "@bazaar/market/ports";
import type { StreamedBody } from "../http-request.ts";
import { type ListenResult, refuseToServe } from "../listen-refusal.ts";
import { type Every, onTimer } from "../on-timer.ts";
import type { StreamLimit } from "../stream-limit.ts";
import type { Turns } from "../turns.ts";
import { CatchUp } from "./catch-up.ts";
import { LiveTail, type MakeEvents } from "./live-tail.ts";
import { type FeedEvent, joined, Subscriber, type Wish } from "./subscriber.ts";

const KEEPALIVE_MS = 15_000;
const TURNS = 15;
const RETRY_AFTER_SECONDS = 30;
/** Spreads the readers' reconnects when a server shuts down. */
const RETRY_SPREAD_MS = 250;

export interface HubNeeds<Event> {
  readonly market: Market;
  readonly makeEvents: MakeEvents<Event>;
  readonly streams: StreamLimit;
  /** Unread bytes after which a reader is dropped. */
  readonly bufferBytes: number;
  /** A returning reader takes time of its address for every page that it has missed. */
  readonly turns: Turns;
  /** Gets unexpected errors. */
  readonly onFault: (fault: unknown) => void;
  /** A timer unless given. */
  readonly every?: Every;
}

export interface StreamReader<Event> {
  readonly address: string | null;
  readonly wish: Wish<Event>;
  /** The last event that the reader has seen; null starts now. */
  readonly afterNo: number | null;
}

export class StreamHub<Event extends FeedEvent> implements AsyncDisposable {
  readonly #streams: StreamLimit;
  readonly #bufferBytes: number;
  readonly #onFault: (fault: unknown) => void;
  readonly #tail: LiveTail<Event>;
  readonly #catchUp: CatchUp<Event>;
  readonly #stopTimer: () => void;
  readonly #turns: readonly Set<Subscriber<Event>>[] = Array.from(
    { length: TURNS },
    () => new Set(),
  );
  readonly #leaving = new Set<Subscriber<Event>>();
  #count = 0;
  #entered = 0;
  #dropped = 0;
  #turn = 0;
  #isClosed = false;

  constructor(needs: HubNeeds<Event>) {
    const { market, makeEvents, turns, every = onTimer } = needs;
    this.#streams = needs.streams;
    this.#bufferBytes = needs.bufferBytes;
    this.#onFault = needs.onFault;
    this.#tail = new LiveTail(market, makeEvents, {
      isThere: () => this.#count > 0,
      hand: (events) => this.#hand(events),
    });
    this.#catchUp = new CatchUp(market, makeEvents, this.#tail, turns);
    this.#stopTimer = every(KEEPALIVE_MS / TURNS, () => this.#tick());
  }

  get open(): number {
    return this.#count;
  }

  /** Readers dropped because they were too slow, since this process started. */
  get dropped(): number {
    return this.#dropped;
  }

  /** The number of the newest entry sent to live readers. */
  get no(): number {
    return this.#tail.no;
  }

  /** Every open stream has been sent everything up to this number. */
  get sentNo(): number {
    const readers = this.#turns.flatMap((turn) => [...turn]);
    return Math.min(this.#tail.no, ...readers.map(({ isLive, at }) => (isLive ? Infinity : at)));
  }

  /** Takes a place among the streams; it is free again when the stream closes. */
  subscribe(reader: StreamReader<Event>): ListenResult<StreamedBody> {
    if (this.#isClosed) {
      return refuseToServe({ code: "unavailable", retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    const place = this.#streams.take(reader.address);
    if (!place.ok) return place;
    this.#count += 1;
    return { ok: true, value: (out) => this.#begin(out, reader, place.value) };
  }

  /** Tells every reader when to reconnect; one that has not closed after `graceMs` is cut off. */
  async close(graceMs = 1_000): Promise<void> {
    this.#isClosed = true;
    this.#stopTimer();
    this.#tail.stop();
    const readers = this.#turns.flatMap((turn) => [...turn]);
    const cutOff = setTimeout(() => {
      for (const reader of readers) reader.hangUp();
    }, graceMs);
    await Promise.all(
      readers.map((reader, at) => {
        reader.leave(SHUTTING_DOWN, 1_000 + (at % TURNS) * RETRY_SPREAD_MS);
        return reader.gone;
      }),
    );
    clearTimeout(cutOff);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #begin(
    out: Writable,
    { address, wish, afterNo }: StreamReader<Event>,
    release: () => void,
  ): void {
    const subscriber = new Subscriber(out, {
      wish,
      at: afterNo ?? this.#tail.no,
      bufferBytes: this.#bufferBytes,
      whenSlow: () => {
        this.#dropped += 1;
      },
    });
    const turn = this.#turns[this.#entered % TURNS];
    turn?.add(subscriber);
    this.#entered += 1;
    subscriber.whenGone(() => {
      turn?.delete(subscriber);
      this.#leaving.delete(subscriber);
      this.#count -= 1;
      release();
    });
    if (this.#isClosed) {
      subscriber.leave(SHUTTING_DOWN);
    } else if (afterNo === null) {
      subscriber.goLive();
    } else {
      this.#catchUp.run(subscriber, address).catch((fault) => {
        subscriber.hangUp();
        this.#onFault(fault);
      });
    }
  }

  #hand(events: readonly Event[]): void {
    const { no } = this.#tail;
    const whole = joined(events);
    for (const turn of this.#turns) {
      for (const subscriber of turn) {
        if (!subscriber.isLive) continue;
        if (events.length > 0) subscriber.tell(events, whole);
        subscriber.at = Math.max(subscriber.at, no);
      }
    }
  }

  #tick(): void {
    this.#tail.wake();
    this.#turn = (this.#turn + 1) % TURNS;
    for (const subscriber of this.#turns[this.#turn] ?? []) {
      // It was asked to leave a whole round ago and has not read that.
      if (this.#leaving.has(subscriber)) subscriber.hangUp();
      else if (subscriber.isLeaving) this.#leaving.add(subscriber);
      else subscriber.keepAlive();
    }
  }
}

const SHUTTING_DOWN = "this server is shutting down";

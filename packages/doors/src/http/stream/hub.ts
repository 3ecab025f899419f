/**
 * All event streams of this process: who reads, how many may, and one timer for all of them.
 *
 * An event is derived and written once for all readers. Keepalives take turns: every second one
 * fifteenth of the readers gets one, so that thousands of idle streams need one timer and cause no
 * bursts.
 */
import type { Writable } from "node:stream";
import type { Market } from "@bazaar/market/ports";
import { type DoorRefused, type DoorResult, refuseAtDoor } from "../door-refusal.ts";
import type { StreamedBody } from "../http-request.ts";
import type { Limits } from "../settings.ts";
import type { Turns } from "../turns.ts";
import { CatchUp } from "./catch-up.ts";
import type { MarketEvent } from "./event.ts";
import { EventReader } from "./event-reader.ts";
import { LiveTail } from "./live-tail.ts";
import { joined, type StreamFilter, Subscriber } from "./subscriber.ts";

const KEEPALIVE_MS = 15_000;
const TURNS = 15;
const RETRY_AFTER_SECONDS = 30;
/** Spreads the readers' reconnects when a server shuts down. */
const RETRY_SPREAD_MS = 250;

export interface HubNeeds {
  readonly market: Market;
  readonly limits: Pick<Limits, "streams" | "streamsPerAddress" | "streamBufferBytes">;
  /** A returning reader takes time of its address for every page that it has missed. */
  readonly turns: Turns;
  /** Gets unexpected errors. */
  readonly onFault: (fault: unknown) => void;
  /** Calls `run` periodically until stopped; a timer unless given. */
  readonly every?: (ms: number, run: () => void) => () => void;
}

export interface StreamReader {
  readonly address: string;
  readonly filter: StreamFilter;
  /** The last event that the reader has seen; null starts now. */
  readonly afterNo: number | null;
}

export class StreamHub implements AsyncDisposable {
  readonly #limits: HubNeeds["limits"];
  readonly #onFault: HubNeeds["onFault"];
  readonly #tail: LiveTail;
  readonly #catchUp: CatchUp;
  readonly #stopTimer: () => void;
  readonly #turns: readonly Set<Subscriber>[] = Array.from({ length: TURNS }, () => new Set());
  readonly #byAddress = new Map<string, number>();
  readonly #leaving = new Set<Subscriber>();
  #count = 0;
  #entered = 0;
  #dropped = 0;
  #turn = 0;
  #isClosed = false;

  constructor({ market, limits, turns, onFault, every = onTimer }: HubNeeds) {
    this.#limits = limits;
    this.#onFault = onFault;
    const reader = new EventReader(market);
    this.#tail = new LiveTail(market, reader, {
      isThere: () => this.#count > 0,
      hand: (events) => this.#hand(events),
    });
    this.#catchUp = new CatchUp(market, reader, this.#tail, turns);
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
  subscribe(reader: StreamReader): DoorResult<StreamedBody> {
    const { address } = reader;
    const refused = this.#overLimit(address);
    if (refused !== null) return refused;
    this.#count += 1;
    this.#byAddress.set(address, (this.#byAddress.get(address) ?? 0) + 1);
    return { ok: true, value: (out) => this.#begin(out, reader) };
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

  #overLimit(address: string): DoorRefused | null {
    const { streams, streamsPerAddress } = this.#limits;
    if (this.#isClosed) {
      return refuseAtDoor({ code: "unavailable", retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    if (this.#count >= streams) {
      return refuseAtDoor({ code: "too_many_streams", limit: streams });
    }
    if ((this.#byAddress.get(address) ?? 0) < streamsPerAddress) return null;
    const limit = `${streamsPerAddress} streams from one address`;
    return refuseAtDoor({ code: "rate_limited", limit, retryAfterSeconds: RETRY_AFTER_SECONDS });
  }

  #begin(out: Writable, { address, filter, afterNo }: StreamReader): void {
    const subscriber = new Subscriber(out, {
      filter,
      at: afterNo ?? this.#tail.no,
      bufferBytes: this.#limits.streamBufferBytes,
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
      this.#release(address);
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

  #release(address: string): void {
    this.#count -= 1;
    const left = (this.#byAddress.get(address) ?? 1) - 1;
    if (left === 0) this.#byAddress.delete(address);
    else this.#byAddress.set(address, left);
  }

  #hand(events: readonly MarketEvent[]): void {
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

function onTimer(ms: number, run: () => void): () => void {
  const timer = setInterval(run, ms);
  timer.unref();
  return () => clearInterval(timer);
}

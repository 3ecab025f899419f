/**
 * All streams of this process: who reads, how many may, and one timer for all of them.
 *
 * An event is derived and written once. Keepalives go round: every second a fifteenth of the
 * readers gets one, so that thousands of idle streams cost neither timers nor bursts.
 */
import type { ServerResponse } from "node:http";
import type { Market } from "@bazaar/market/ports";
import { type DoorRefused, refuseAtDoor } from "../door-refusal.ts";
import type { Limits } from "../settings.ts";
import { CatchUp } from "./catch-up.ts";
import type { MarketEvent } from "./event.ts";
import { EventReader } from "./event-reader.ts";
import { LiveTail } from "./live-tail.ts";
import { joined, type StreamWishes, Subscriber } from "./subscriber.ts";

const KEEPALIVE_MS = 15_000;
const TURNS = 15;
const RETRY_AFTER_SECONDS = 30;
/** Readers come back one after the other when a server goes. */
const RETRY_SPREAD_MS = 250;

export interface HubNeeds {
  readonly market: Market;
  readonly limits: Pick<Limits, "streams" | "streamsPerAddress" | "streamBufferBytes">;
  /** Runs something again and again until it is told to stop; a timer unless told otherwise. */
  readonly every?: (ms: number, run: () => void) => () => void;
}

export class StreamHub implements AsyncDisposable {
  readonly #limits: HubNeeds["limits"];
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

  constructor({ market, limits, every = onTimer }: HubNeeds) {
    this.#limits = limits;
    const reader = new EventReader(market);
    this.#tail = new LiveTail(market, reader, {
      isThere: () => this.#count > 0,
      hand: (events) => this.#hand(events),
    });
    this.#catchUp = new CatchUp(market, reader, this.#tail);
    this.#stopTimer = every(KEEPALIVE_MS / TURNS, () => this.#tick());
  }

  get open(): number {
    return this.#count;
  }

  /** Readers that were too slow, since this process began. */
  get dropped(): number {
    return this.#dropped;
  }

  /** The number of the newest entry that readers were told of. */
  get no(): number {
    return this.#tail.no;
  }

  /** Begins a stream, or says why not; then nothing was written. */
  begin(
    out: ServerResponse,
    reader: {
      readonly address: string;
      readonly wishes: StreamWishes;
      /** The last event that the reader has seen; null begins now. */
      readonly afterNo: number | null;
    },
  ): DoorRefused | null {
    const refused = this.#overLimit(reader.address);
    if (refused !== null) return refused;
    const { address, wishes, afterNo } = reader;
    const bufferBytes = this.#limits.streamBufferBytes;
    const at = afterNo ?? this.#tail.no;
    const whenSlow = (): void => {
      this.#dropped += 1;
    };
    const subscriber = new Subscriber(out, { address, wishes, at, bufferBytes, whenSlow });
    this.#enter(subscriber);
    if (afterNo === null) {
      subscriber.isLive = true;
      subscriber.place();
    } else {
      void this.#catchUp.run(subscriber);
    }
    return null;
  }

  /** Everybody gets a last word; who has not gone after `graceMs` is cut off. */
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
        const retryMs = 1_000 + (at % TURNS) * RETRY_SPREAD_MS;
        reader.leave("this server is going down", retryMs);
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

  #enter(subscriber: Subscriber): void {
    const turn = this.#turns[this.#entered % TURNS];
    const { address } = subscriber;
    turn?.add(subscriber);
    this.#entered += 1;
    this.#count += 1;
    this.#byAddress.set(address, (this.#byAddress.get(address) ?? 0) + 1);
    subscriber.open(() => {
      if (turn?.delete(subscriber) !== true) return;
      this.#leaving.delete(subscriber);
      this.#count -= 1;
      const left = (this.#byAddress.get(address) ?? 1) - 1;
      if (left === 0) this.#byAddress.delete(address);
      else this.#byAddress.set(address, left);
    });
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
      // It was told to go a whole round ago and has not taken the last word.
      if (this.#leaving.has(subscriber)) subscriber.hangUp();
      else if (subscriber.isLeaving) this.#leaving.add(subscriber);
      else subscriber.keepAlive();
    }
  }
}

function onTimer(ms: number, run: () => void): () => void {
  const timer = setInterval(run, ms);
  timer.unref();
  return () => clearInterval(timer);
}

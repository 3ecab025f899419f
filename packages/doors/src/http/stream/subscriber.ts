import type { Writable } from "node:stream";
import { isWished, type Wishes } from "../reads/filters.ts";
import { READ_HEADERS } from "../response-headers.ts";
import type { Status } from "../views/status.ts";
import type { MarketEvent } from "./event.ts";

export interface StreamWishes extends Wishes {
  /** Of the event, not of the contract: `open` is what can be taken. */
  readonly status?: Status | undefined;
}

/** What a stream is answered with, before its first event. */
export const STREAM_HEADERS = {
  ...READ_HEADERS,
  "Content-Type": "text/event-stream; charset=utf-8",
  "Cache-Control": "no-cache",
  "X-Accel-Buffering": "no",
};

/**
 * One reader. It is written to for as long as it keeps up: what it has not taken yet waits in its
 * socket, and who has more than the limit waiting when something new comes is dropped, because
 * waiting for it would cost everybody's memory.
 */
export class Subscriber {
  readonly #out: Writable;
  readonly #wishes: StreamWishes;
  readonly #bufferBytes: number;
  readonly #hasWishes: boolean;
  readonly #whenSlow: () => void;
  /** Everything up to this number is behind it. */
  at: number;
  /** Follows the shared tail; before that it catches up by itself. */
  isLive = false;
  isLeaving = false;

  constructor(
    out: Writable,
    reader: {
      readonly wishes: StreamWishes;
      readonly at: number;
      readonly bufferBytes: number;
      readonly whenSlow: () => void;
    },
  ) {
    this.#out = out;
    this.#wishes = reader.wishes;
    this.#hasWishes = Object.values(reader.wishes).some((wish) => wish !== undefined);
    this.#bufferBytes = reader.bufferBytes;
    this.#whenSlow = reader.whenSlow;
    this.at = reader.at;
  }

  /** Settles when its socket is closed. */
  get gone(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    if (this.isGone) resolve();
    else this.#out.once("close", resolve);
    return promise;
  }

  get isGone(): boolean {
    return this.#out.closed || this.#out.destroyed;
  }

  /** Calls `release` once, when the stream closes or if it has already. */
  whenGone(release: () => void): void {
    // A reader that disconnects while it is written to also closes the stream.
    this.#out.on("error", () => this.hangUp());
    void this.gone.then(release);
  }

  /** Follows the shared tail from here on. Its place lets it resume even before its first event. */
  goLive(): void {
    this.isLive = true;
    this.write(`id: ${this.at}\n\n`);
  }

  keepAlive(): void {
    this.write(this.isLive ? `id: ${this.at}\n: keepalive\n\n` : ": keepalive\n\n");
  }

  /** `whole` is all of the frames in one, for whoever wants them all. */
  tell(events: readonly MarketEvent[], whole: Buffer): void {
    if (!this.#hasWishes && (events[0]?.no ?? 0) > this.at) {
      this.write(whole);
      return;
    }
    const wanted = events.filter((event) => event.no > this.at && this.#wants(event));
    if (wanted.length === 0) return;
    this.write(wanted.length === events.length ? whole : joined(wanted));
  }

  write(text: Buffer | string): void {
    if (this.isLeaving || this.isGone) return;
    // Who catches up is waited for instead, page by page.
    const isSlow = this.isLive && this.#out.writableLength > this.#bufferBytes;
    if (!isSlow) {
      this.#out.write(text);
      return;
    }
    this.leave("too slow to keep up");
    this.#whenSlow();
  }

  /** Waits until what was written has been taken, or the reader is gone. */
  async taken(): Promise<void> {
    if (!this.#out.writableNeedDrain || this.isLeaving || this.isGone) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#out.once("drain", resolve).once("close", resolve);
    await promise;
    this.#out.off("drain", resolve).off("close", resolve);
  }

  /** A last word, and the end; whoever does not take it is cut off by `hangUp`. */
  leave(why: string, retryMs = 1_000): void {
    if (this.isLeaving || this.isGone) return;
    this.isLeaving = true;
    this.#out.end(`retry: ${retryMs}\n: ${why}; come back with Last-Event-ID\n\n`);
  }

  hangUp(): void {
    this.#out.destroy();
  }

  #wants({ status, traits }: MarketEvent): boolean {
    const { status: wished } = this.#wishes;
    return (wished === undefined || wished === status) && isWished(traits, this.#wishes);
  }
}

export function joined(events: readonly MarketEvent[]): Buffer {
  return Buffer.concat(events.map(({ frame }) => frame));
}

import type { Writable } from "node:stream";

/** Something to tell, with its frame encoded once for all readers. */
export interface FeedEvent {
  /** The number of the entry that it is about. */
  readonly no: number;
  readonly frame: Buffer;
}

/** Which events a reader wants; null is all of them. */
export type Wish<Event> = ((event: Event) => boolean) | null;

/**
 * One reader of server-sent events. What it has not read waits in its socket; if that exceeds the limit, the
 * reader is dropped, because its backlog would fill the memory.
 */
export class Subscriber<Event extends FeedEvent> {
  readonly #out: Writable;
  readonly #wish: Wish<Event>;
  readonly #bufferBytes: number;
  readonly #whenSlow: () => void;
  /** It has been sent everything up to this number. */
  at: number;
  /** Follows the shared tail; before that it catches up by itself. */
  isLive = false;
  isLeaving = false;

  constructor(
    out: Writable,
    reader: {
      readonly wish: Wish<Event>;
      readonly at: number;
      readonly bufferBytes: number;
      readonly whenSlow: () => void;
    },
  ) {
    this.#out = out;
    this.#wish = reader.wish;
    this.#bufferBytes = reader.bufferBytes;
    this.#whenSlow = reader.whenSlow;
    this.at = reader.at;
  }

  /** Resolves when its stream is closed. */
  get gone(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    if (this.isGone) resolve();
    else this.#out.once("close", resolve);
    return promise;
  }

  get isGone(): boolean {
    return this.#out.closed || this.#out.destroyed;
  }

  /** Calls `release` once, when the stream is closed. */
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

  /** `whole` is all frames joined, for readers that want them all. */
  tell(events: readonly Event[], whole: Buffer): void {
    const wish = this.#wish;
    if (wish === null && (events[0]?.no ?? 0) > this.at) {
      this.write(whole);
      return;
    }
    const wanted = events.filter((event) => event.no > this.at && (wish?.(event) ?? true));
    if (wanted.length === 0) return;
    this.write(wanted.length === events.length ? whole : joined(wanted));
  }

  write(text: Buffer | string): void {
    if (this.isLeaving || this.isGone) return;
    // A reader that catches up is waited for, page by page.
    const isSlow = this.isLive && this.#out.writableLength > this.#bufferBytes;
    if (!isSlow) {
      this.#out.write(text);
      return;
    }
    this.leave("too slow to keep up");
    this.#whenSlow();
  }

  /** Waits until the reader has taken what was written, or is gone. */
  async taken(): Promise<void> {
    if (!this.#out.writableNeedDrain || this.isLeaving || this.isGone) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#out.once("drain", resolve).once("close", resolve);
    await promise;
    this.#out.off("drain", resolve).off("close", resolve);
  }

  /** Ends the stream and says why. If the reader does not take that, `hangUp` cuts it off. */
  leave(why: string, retryMs = 1_000): void {
    if (this.isLeaving || this.isGone) return;
    this.isLeaving = true;
    this.#out.end(`retry: ${retryMs}\n: ${why}; reconnect with Last-Event-ID\n\n`);
  }

  hangUp(): void {
    this.#out.destroy();
  }
}

export function joined(events: readonly FeedEvent[]): Buffer {
  return Buffer.concat(events.map(({ frame }) => frame));
}

/**
 * A clock for tests that moves only when everybody waits for it: days pass in milliseconds, in the
 * same order every time, however busy the machine is.
 *
 * It counts what is in flight: every request until its body was read or canceled, and whatever runs
 * under `hold`. Time moves when nothing is in flight and somebody sleeps. A request that is itself
 * waiting for time (held by the door, delayed by a test, never answered, an idle event stream) is
 * not in flight.
 */
import { setImmediate as macrotask } from "node:timers/promises";
import type { Clock } from "../../../connection/clock.ts";
import type { HoldTimer } from "../../../listen/held-requests.ts";
import type { Fetch } from "../exchange.ts";

interface Timer {
  readonly atMs: number;
  readonly wake: () => void;
}

export interface World {
  /** Called when time has moved, before anybody wakes. */
  readonly onAdvance?: (nowMs: number) => Promise<void>;
  /** Whether the server still has something to send to its event streams. */
  readonly hasUnsentEvents?: () => Promise<boolean>;
}

export class VirtualClock implements Clock {
  readonly #timers = new Set<Timer>();
  readonly #world: World;
  #nowMs: number;
  #inFlight = 0;
  #whenNothing = Promise.withResolvers<void>();
  #isRunning = false;

  constructor(startMs: number, world: World = {}) {
    this.#nowMs = startMs;
    this.#world = world;
  }

  nowMs(): number {
    return this.#nowMs;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    if (signal?.aborted === true) return Promise.resolve();
    const wake = (): void => {
      this.#timers.delete(timer);
      signal?.removeEventListener("abort", wake);
      resolve();
    };
    const timer = { atMs: this.#nowMs + Math.max(0, ms), wake };
    this.#timers.add(timer);
    signal?.addEventListener("abort", wake, { once: true });
    if (!this.#isRunning) void this.#run();
    return promise;
  }

  /** The same `fetch`, whose requests are in flight until their bodies were read or canceled. */
  counting(fetch: Fetch): Fetch {
    return async (request) => {
      this.#begin();
      try {
        const response = await fetch(request);
        const { body, status, headers } = response;
        const isStream = headers.get("content-type")?.startsWith("text/event-stream") === true;
        if (body === null || isStream) {
          this.#end();
          return response;
        }
        return new Response(this.#counted(body), { status, headers });
      } catch (error) {
        this.#end();
        throw error;
      }
    };
  }

  /** Time stands still until this is done, for what happens outside of this process. */
  async hold<T>(run: () => Promise<T>): Promise<T> {
    this.#begin();
    try {
      return await run();
    } finally {
      this.#end();
    }
  }

  /** A request in flight waits for something that needs time to pass. */
  async until<T>(event: Promise<T>): Promise<T> {
    using _ = this.#notInFlight();
    return await event;
  }

  /** A request in flight takes this long. */
  delay(ms: number): Promise<void> {
    return this.until(this.sleep(ms));
  }

  /** A request in flight is never answered; it fails when its sender gives up. */
  never(signal: AbortSignal): Promise<never> {
    const { promise, reject } = Promise.withResolvers<never>();
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    return this.until(promise);
  }

  /** The timer of a request that the door holds. */
  holdTimer(ms: number): HoldTimer {
    const over = new AbortController();
    const late = new AbortController();
    const held = this.#notInFlight();
    void this.sleep(ms, over.signal).then(() => late.abort());
    return {
      signal: late.signal,
      [Symbol.dispose]() {
        held[Symbol.dispose]();
        over.abort();
      },
    };
  }

  #begin(): void {
    this.#inFlight += 1;
  }

  #end(): void {
    if (this.#inFlight === 0) throw new Error("this request was not sent through `counting`");
    this.#inFlight -= 1;
    if (this.#inFlight === 0) this.#whenNothing.resolve();
  }

  #notInFlight(): Disposable {
    this.#end();
    return { [Symbol.dispose]: () => this.#begin() };
  }

  #counted(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
    const reader = body.getReader();
    let isOver = false;
    const finish = (): void => {
      if (!isOver) this.#end();
      isOver = true;
    };
    return new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          try {
            const { value, done } = await reader.read();
            if (!done) return controller.enqueue(value);
            controller.close();
          } catch (error) {
            controller.error(error);
          }
          finish();
        },
        cancel(reason) {
          finish();
          return reader.cancel(reason);
        },
      },
      { highWaterMark: 0 },
    );
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#timers.size > 0) {
      await this.#untilEverybodyWaits();
      const nextMs = Math.min(...[...this.#timers].map(({ atMs }) => atMs));
      if (!Number.isFinite(nextMs)) break;
      this.#nowMs = Math.max(this.#nowMs, nextMs);
      await this.#world.onAdvance?.(this.#nowMs);
      for (const timer of [...this.#timers]) if (timer.atMs <= this.#nowMs) timer.wake();
    }
    this.#isRunning = false;
  }

  /**
   * One macrotask after the last operation ended is enough. What follows from its end, up to the
   * next request, sleep or `hold`, happens in promise callbacks and `nextTick`s, and Node runs all
   * of those before it begins a macrotask.
   */
  async #untilEverybodyWaits(): Promise<void> {
    do {
      while (this.#inFlight > 0) {
        this.#whenNothing = Promise.withResolvers();
        await this.#whenNothing.promise;
      }
      await macrotask();
    } while (this.#inFlight > 0 || (await this.#world.hasUnsentEvents?.()) === true);
  }
}

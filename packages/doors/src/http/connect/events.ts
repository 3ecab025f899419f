/**
 * The market's events as they happen. A connection that ends, falls silent or is refused is opened
 * again and resumes after the last event received.
 */
import { type Fields, fields, type JsonObject, parseJson } from "@bazaar/kernel";
import { delayMs } from "../../connection/back-off.ts";
import { BadAnswer, MarketUnavailable } from "../../connection/market-errors.ts";
import { EVENT_NAMES, type MarketEvent } from "../../connection/market-reads.ts";
import type { Exchange } from "./exchange.ts";
import { checked } from "./reads.ts";
import { retryAfterMs } from "./retry-after.ts";
import { type SseFrame, SseReader } from "./sse.ts";

/** The server sends a keepalive every 15 s; after three missed ones the connection is dead. */
const SILENCE_MS = 45_000;
const BACK_OFF = { firstMs: 250, mostMs: 15_000 };
const MAX_WORD = 200;

/** `path` is that of a stream, with its query. */
export async function* events(
  exchange: Exchange,
  path: string,
  signal: AbortSignal,
): AsyncGenerator<MarketEvent, void, undefined> {
  let lastId: string | null = null;
  let failures = 0;
  while (!signal.aborted) {
    let waitMs = delayMs(BACK_OFF, failures);
    try {
      for await (const frame of frames(exchange, path, lastId, signal)) {
        failures = 0;
        waitMs = Math.max(BACK_OFF.firstMs, frame.retryMs ?? 0);
        if (frame.id !== null) lastId = frame.id;
        const event = eventIn(frame);
        if (event !== null) yield event;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof MarketUnavailable)) throw error;
      if (error instanceof StreamRefused && error.afterMs !== null) waitMs = error.afterMs;
    }
    failures += 1;
    await exchange.clock.sleep(waitMs, signal);
  }
}

class StreamRefused extends MarketUnavailable {
  override name = "StreamRefused";
  readonly afterMs: number | null;

  constructor(status: number, afterMs: number | null) {
    super(`the stream was refused with ${status}`);
    this.afterMs = afterMs;
  }
}

/** The frames of one connection. */
async function* frames(
  exchange: Exchange,
  path: string,
  lastId: string | null,
  signal: AbortSignal,
): AsyncGenerator<SseFrame, void, undefined> {
  using connection = new Watchdog(exchange, signal);
  const headers = { Accept: "text/event-stream", ...resumeFrom(lastId) };
  const ask = { method: "GET" as const, path, headers };
  const response = await exchange.open(ask, connection.signal);
  const type = response.headers.get("content-type") ?? "";
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new StreamRefused(response.status, retryAfterMs(response.headers));
  }
  if (!type.startsWith("text/event-stream")) {
    await response.body?.cancel();
    throw new BadAnswer("the response is not an event stream");
  }
  const reader = new SseReader();
  try {
    for await (const bytes of chunksOf(response.body, connection.signal)) {
      connection.feed();
      yield* reader.take(bytes);
    }
  } catch (error) {
    if (error instanceof BadAnswer) throw error;
    throw new MarketUnavailable("the stream broke off", { cause: error });
  }
}

/** The chunks of a body until it ends or the signal aborts. */
async function* chunksOf(
  body: ReadableStream<Uint8Array> | null,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  if (body === null) return;
  const reader = body.getReader();
  // Canceling a body that has failed already rejects, which does not matter.
  const cancel = () => Promise.allSettled([reader.cancel()]);
  signal.addEventListener("abort", cancel, { once: true });
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    signal.removeEventListener("abort", cancel);
    await cancel();
  }
}

/** Ends a connection that was silent for too long. */
class Watchdog implements Disposable {
  readonly signal: AbortSignal;
  readonly #exchange: Exchange;
  readonly #cut = new AbortController();
  readonly #done = new AbortController();
  #lastBytesMs: number;

  constructor(exchange: Exchange, signal: AbortSignal) {
    this.#exchange = exchange;
    this.#lastBytesMs = exchange.clock.nowMs();
    this.signal = AbortSignal.any([signal, this.#cut.signal]);
    void this.#watch();
  }

  feed(): void {
    this.#lastBytesMs = this.#exchange.clock.nowMs();
  }

  [Symbol.dispose](): void {
    this.#done.abort();
    this.#cut.abort();
  }

  async #watch(): Promise<void> {
    const { clock } = this.#exchange;
    for (;;) {
      const leftMs = this.#lastBytesMs + SILENCE_MS - clock.nowMs();
      if (leftMs <= 0) break;
      await clock.sleep(leftMs, this.#done.signal);
      if (this.#done.signal.aborted) return;
    }
    this.#cut.abort(new MarketUnavailable("the stream fell silent"));
  }
}

function resumeFrom(lastId: string | null): Record<string, string> {
  // The id goes into a header: only a number is sent back.
  return lastId !== null && /^[0-9]{1,15}$/.test(lastId) ? { "Last-Event-ID": lastId } : {};
}

/** Null for a frame without an event, or with one that this version does not know. */
function eventIn({ id, data }: SseFrame): MarketEvent | null {
  if (data === null) return null;
  const json = parseJson(data);
  if (!json.ok) throw new BadAnswer("an event is not JSON");
  return checked(fields(json.value, "event"), (read) =>
    readEvent(read, id, json.value as JsonObject),
  );
}

function readEvent(read: Fields, id: string | null, { event }: JsonObject): MarketEvent | null {
  const name = EVENT_NAMES.find((known) => known === event);
  if (name === undefined) return null;
  return {
    no: id !== null && /^[0-9]{1,15}$/.test(id) ? Number(id) : 0,
    event: name,
    contract: read.hex("contract_id", 32),
    status: read.string("status", { max: MAX_WORD }),
    bounty: read.string("bounty", { max: MAX_WORD }),
    currency: read.optional("currency", (field) => read.string(field, { max: MAX_WORD })),
  };
}

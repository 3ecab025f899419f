/**
 * One request and its response, with limits against a hostile server: time, size, no redirects,
 * valid UTF-8.
 */
import type { Clock } from "../../connection/clock.ts";
import { AnswerTooLong, BadAnswer, MarketUnavailable } from "../../connection/market-errors.ts";
import { networkProblem } from "../../connection/network-problem.ts";

/** `fetch`, or a door in the same process. */
export type Fetch = (request: Request) => Response | Promise<Response>;

/** Told of each request whether the market answered it; null: it did. */
export type OnOutcome = (problem: MarketUnavailable | null) => void;

export interface Ask {
  readonly method: "GET" | "POST" | "PUT";
  /** With its query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly maxBytes?: number;
  readonly timeoutMs?: number;
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export interface ExchangeNeeds {
  readonly clock: Clock;
  readonly fetch: Fetch;
  readonly patienceMs?: number | undefined;
  readonly onOutcome?: OnOutcome | undefined;
}

const MAX_BYTES = 2 ** 20;
const TIMEOUT_MS = 30_000;

export class Exchange {
  /** Scheme, host and port. */
  readonly origin: string;
  readonly clock: Clock;
  /** How long a person waits for a market that does not answer; null for programs. */
  readonly patienceMs: number | null;
  readonly #fetch: Fetch;
  readonly #onOutcome: OnOutcome;

  constructor(origin: string, needs: ExchangeNeeds) {
    this.origin = origin;
    this.clock = needs.clock;
    this.patienceMs = needs.patienceMs ?? null;
    this.#fetch = needs.fetch;
    this.#onOutcome = needs.onOutcome ?? (() => undefined);
  }

  /** @throws MarketUnavailable, BadAnswer, or whatever `signal` was aborted with. */
  async send(ask: Ask, signal?: AbortSignal): Promise<Reply> {
    const { maxBytes = MAX_BYTES, timeoutMs = TIMEOUT_MS } = ask;
    return this.#told(timeoutMs, signal, async (limit) => {
      const response = await this.#beginSoon(ask, limit);
      const { status, headers } = response;
      return { status, headers, text: await readText(response, ask.path, maxBytes, limit) };
    });
  }

  /** The bytes of a response with status 200; another one as text. */
  async fetchBytes(ask: Ask, signal?: AbortSignal): Promise<Uint8Array | Reply> {
    const { maxBytes = MAX_BYTES, timeoutMs = TIMEOUT_MS } = ask;
    return this.#told(timeoutMs, signal, async (limit) => {
      const response = await this.#beginSoon(ask, limit);
      const { status, headers } = response;
      if (status === 200) return readBytes(response, ask.path, maxBytes, limit);
      return { status, headers, text: await readText(response, ask.path, MAX_BYTES, limit) };
    });
  }

  /** The response as soon as its headers are there; the caller must limit its body. */
  async open(ask: Ask, signal: AbortSignal): Promise<Response> {
    const { timeoutMs = TIMEOUT_MS } = ask;
    return this.#told(timeoutMs, signal, () => this.#begin(ask, signal));
  }

  /** A proxy without a market, or an internal error. */
  failed(status: number): MarketUnavailable {
    return new MarketUnavailable(`${this.origin} answered ${status}`);
  }

  async #told<T extends Response | Reply | Uint8Array>(
    timeoutMs: number,
    signal: AbortSignal | undefined,
    run: (limit: AbortSignal) => Promise<T>,
  ): Promise<T> {
    try {
      const answer = await this.#within(timeoutMs, signal, run);
      const status = "status" in answer ? answer.status : 200;
      this.#onOutcome(status < 500 ? null : this.failed(status));
      return answer;
    } catch (error) {
      if (error instanceof MarketUnavailable) this.#onOutcome(error);
      throw error;
    }
  }

  /** Without a timeout of its own, a request must get its headers within `patienceMs`. */
  #beginSoon(ask: Ask, signal: AbortSignal): Promise<Response> {
    if (this.patienceMs === null || ask.timeoutMs !== undefined) return this.#begin(ask, signal);
    return this.#within(this.patienceMs, signal, (limit) => this.#begin(ask, limit));
  }

  async #begin({ method, path, headers = {}, body }: Ask, signal: AbortSignal): Promise<Response> {
    const request = new Request(`${this.origin}${path}`, {
      method,
      headers: { ...headers },
      redirect: "manual",
      signal,
      ...(body === undefined ? {} : { body }),
    });
    const response = await this.#fetch(request);
    // A request signed for this market must not be sent to another one.
    if (response.type === "opaqueredirect" || (response.status >= 300 && response.status < 400)) {
      await response.body?.cancel();
      throw new BadAnswer(`${this.origin} redirects, which is not allowed`);
    }
    return response;
  }

  async #within<T>(
    timeoutMs: number,
    signal: AbortSignal | undefined,
    run: (limit: AbortSignal) => Promise<T>,
  ): Promise<T> {
    signal?.throwIfAborted();
    const done = new AbortController();
    const late = new AbortController();
    void this.clock.sleep(timeoutMs, done.signal).then(() => {
      if (done.signal.aborted) return;
      const time = `${timeoutMs / 1_000} s`;
      late.abort(new MarketUnavailable(`${this.origin} did not answer in ${time}`));
    });
    const limit = signal === undefined ? late.signal : AbortSignal.any([signal, late.signal]);
    try {
      // A server in the same process may ignore the signal.
      return await Promise.race([run(limit), aborted(limit, done.signal)]);
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof BadAnswer || error instanceof MarketUnavailable) throw error;
      const problem = networkProblem(error);
      const why = problem === null ? "" : `: ${problem}`;
      throw new MarketUnavailable(`${this.origin} did not answer${why}`, { cause: error });
    } finally {
      done.abort();
    }
  }
}

function aborted(signal: AbortSignal, done: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true, signal: done });
  });
}

async function readText(
  response: Response,
  path: string,
  limit: number,
  signal: AbortSignal,
): Promise<string> {
  const bytes = await readBytes(response, path, limit, signal);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new BadAnswer(`the answer to ${withoutQuery(path)} is not UTF-8`, { cause });
  }
}

/** @throws AnswerTooLong if there are more than `limit`. */
async function readBytes(
  response: Response,
  path: string,
  limit: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const about = `the answer to ${withoutQuery(path)}`;
  const tooLong = new AnswerTooLong(`${about} is longer than ${limit} bytes`);
  if (Number(response.headers.get("content-length") ?? 0) > limit) {
    await response.body?.cancel();
    throw tooLong;
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    signal.throwIfAborted();
    length += chunk.byteLength;
    if (length > limit) throw tooLong;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

function withoutQuery(path: string): string {
  return path.replace(/\?.*/s, "");
}

/**
 * Sends a request until it is answered, a bounded number of times.
 *
 * Without an answer it is unknown whether the act was recorded, so the same bytes are sent again
 * under the same idempotency key, and the market records them once. Only the request's signature,
 * which is valid for a minute, is renewed.
 */
import type { Json } from "@bazaar/kernel";
import { parseJson } from "@bazaar/kernel";
import { delayMs } from "../../connection/back-off.ts";
import { BadAnswer, MarketUnavailable } from "../../connection/market-errors.ts";
import type { Answered } from "../../connection/market-refusal.ts";
import type { Ask, Exchange, Reply } from "./exchange.ts";
import { readRefusal } from "./read-refusal.ts";
import { retryAfterMs } from "./retry-after.ts";

const MAX_TRIES = 8;
const BACK_OFF = { firstMs: 100, mostMs: 5_000 };
const MAX_DEPTH = 64;
/** Nothing was recorded, and the response says when to retry. */
const RETRY_CODES: ReadonlySet<string> = new Set(["unavailable", "rate_limited"]);

/** `askNow` makes the request with a valid signature. */
export async function requestWithRetry(
  exchange: Exchange,
  askNow: () => Ask,
  signal?: AbortSignal,
): Promise<Answered<Json>> {
  const { clock, patienceMs } = exchange;
  const untilMs = patienceMs === null ? Number.POSITIVE_INFINITY : clock.nowMs() + patienceMs;
  for (let tries = 1; ; tries += 1) {
    const backOffMs = delayMs(BACK_OFF, tries - 1);
    // A market that says when to retry is up, and gets more time.
    const isLast = tries === MAX_TRIES;
    const isEnough = () => isLast || clock.nowMs() + backOffMs > untilMs;
    const outcome = await tryOnce(exchange, askNow(), { isLast, isEnough }, signal);
    if ("answer" in outcome) return outcome.answer;
    await clock.sleep(outcome.waitMs ?? backOffMs, signal);
    signal?.throwIfAborted();
  }
}

type Outcome = { readonly answer: Answered<Json> } | { readonly waitMs: number | null };

async function tryOnce(
  exchange: Exchange,
  ask: Ask,
  { isLast, isEnough }: { readonly isLast: boolean; readonly isEnough: () => boolean },
  signal: AbortSignal | undefined,
): Promise<Outcome> {
  let reply: Reply;
  try {
    reply = await exchange.send(ask, signal);
  } catch (error) {
    if (isEnough() || !(error instanceof MarketUnavailable)) throw error;
    return { waitMs: null };
  }
  const { status, headers, text } = reply;
  if (status === 200) return { answer: { ok: true, value: readJson(text) } };
  const refused = readRefusal(status, text);
  if (RETRY_CODES.has(refused.refusal.code)) {
    return isLast ? { answer: refused } : { waitMs: retryAfterMs(headers) };
  }
  if (status < 500) return { answer: refused };
  // The outcome is unknown.
  if (isEnough()) throw exchange.failed(status);
  return { waitMs: retryAfterMs(headers) };
}

function readJson(text: string): Json {
  const json = parseJson(text, { maxDepth: MAX_DEPTH });
  if (json.ok) return json.value;
  throw new BadAnswer("the answer is not JSON");
}

/**
 * Asks until there is an answer, a bounded number of times.
 *
 * A lost answer says nothing about whether the act was taken, so it is asked for again with the
 * same bytes under the same key; the market takes it once. Only the signature around them, which
 * is fresh for a minute, is made anew when it has grown old.
 */
import type { Json } from "@bazaar/kernel";
import { parseJson } from "@bazaar/kernel";
import { delayMs, retryAfterMs } from "./back-off.ts";
import type { Ask, Exchange, Reply } from "./exchange.ts";
import { BadAnswer, MarketUnavailable } from "./market-errors.ts";
import { type Answered, readRefusal } from "./market-refusal.ts";

const MAX_TRIES = 8;
const BACK_OFF = { firstMs: 100, mostMs: 5_000 };
/** An entry wraps its data, and a transcript wraps entries. */
const MAX_DEPTH = 64;
/** The market is busy or resting; nothing was done, and it says when to come back. */
const COME_BACK: ReadonlySet<string> = new Set(["unavailable", "rate_limited"]);

/** `askNow` writes the request, with a signature that is fresh. */
export async function askUntilAnswered(
  exchange: Exchange,
  askNow: () => Ask,
  signal?: AbortSignal,
): Promise<Answered<Json>> {
  const { clock, patienceMs } = exchange;
  const untilMs = patienceMs === null ? Number.POSITIVE_INFINITY : clock.nowMs() + patienceMs;
  for (let tries = 1; ; tries += 1) {
    const backOffMs = delayMs(BACK_OFF, tries - 1);
    // Somebody who says when to come back is there, and worth more patience.
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
  if (COME_BACK.has(refused.refusal.code)) {
    return isLast ? { answer: refused } : { waitMs: retryAfterMs(headers) };
  }
  if (status < 500) return { answer: refused };
  // A proxy without a server behind it, or a server that made a mistake: nothing is known.
  if (isEnough()) throw new MarketUnavailable(`${exchange.origin} answered ${status}`);
  return { waitMs: retryAfterMs(headers) };
}

function readJson(text: string): Json {
  const json = parseJson(text, { maxDepth: MAX_DEPTH });
  if (json.ok) return json.value;
  throw new BadAnswer("an answer that is not JSON");
}

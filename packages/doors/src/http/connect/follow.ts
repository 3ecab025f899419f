/**
 * The entries of one contract as they are recorded, each verified before it is returned.
 *
 * The head is requested with `after` and `wait`: a server that can hold the request answers when the
 * chain has grown; one that cannot answers at once and is polled, less and less often.
 */
import { fields, isEnded, type Json } from "@bazaar/kernel";
import { delayMs } from "../../connection/back-off.ts";
import type { Clock } from "../../connection/clock.ts";
import type { Followed } from "../../connection/connection.ts";
import { type Contract, entriesSince } from "../../connection/contract.ts";
import { BadAnswer, MarketUnavailable } from "../../connection/market-errors.ts";
import type { Answered } from "../../connection/market-refusal.ts";
import { checked } from "./reads.ts";

export interface FollowNeeds {
  readonly clock: Clock;
  readonly head: (query: string, timeoutMs: number, signal: AbortSignal) => Promise<Answered<Json>>;
  readonly reload: (known: Contract | null, signal: AbortSignal) => Promise<Answered<Contract>>;
}

const POLL = { firstMs: 20, mostMs: 2_000 };
const WAIT_SECONDS = 25;
const HEAD_TIMEOUT_MS = 60_000;
/** An unchanged answer that took this long was held, so the next request need not wait. */
const HELD_MS = 500;
const BACK_OFF = { firstMs: 250, mostMs: 15_000 };

/** Starts after `known`, or with the first entry; ends when the contract is over. */
export async function* follow(
  needs: FollowNeeds,
  known: Contract | null,
  signal: AbortSignal,
): AsyncGenerator<Followed, void, undefined> {
  let current = known;
  let quiet = 0;
  let failures = 0;
  while (!signal.aborted && (current === null || !isOver(current))) {
    const askedMs = needs.clock.nowMs();
    try {
      const next = await changed(needs, current, signal);
      failures = 0;
      if (next !== null) {
        const fresh = current === null ? next.transcript.entries : entriesSince(current, next);
        current = next;
        quiet = 0;
        for (const entry of fresh) yield { entry, contract: next };
        continue;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof MarketUnavailable)) throw error;
      failures += 1;
      await needs.clock.sleep(delayMs(BACK_OFF, failures - 1), signal);
      continue;
    }
    if (needs.clock.nowMs() - askedMs >= HELD_MS) continue;
    await needs.clock.sleep(delayMs(POLL, quiet), signal);
    quiet += 1;
  }
}

/** The contract if it has new entries, otherwise null. */
async function changed(
  { head, reload }: FollowNeeds,
  current: Contract | null,
  signal: AbortSignal,
): Promise<Contract | null> {
  if (current !== null) {
    const { seq } = current.chain;
    const answer = await head(`?after=${seq}&wait=${WAIT_SECONDS}`, HEAD_TIMEOUT_MS, signal);
    const found = checked(fields(given(answer), "chain_head"), (read) => ({
      head: read.hex("chain_head", 64),
      seq: read.integer("seq", { max: Number.MAX_SAFE_INTEGER }),
    }));
    if (found.seq === seq && found.head === current.chain.head) return null;
    if (found.seq <= seq) throw new BadAnswer(`the chain of ${current.id} has changed`);
  }
  const next = given(await reload(current, signal));
  return current !== null && next.chain.seq === current.chain.seq ? null : next;
}

function given<T>(answer: Answered<T>): T {
  if (answer.ok) return answer.value;
  const { code, detail } = answer.refusal;
  // A busy market recovers; an unknown contract stays unknown.
  if (code === "rate_limited" || code === "unavailable") throw new MarketUnavailable(detail);
  throw new BadAnswer(`the contract cannot be followed: ${detail}`);
}

/** Ended, with all payouts settled. */
function isOver({ state }: Contract): boolean {
  return isEnded(state.phase) && (state.isSettled || state.legs === 0);
}

import { MarketClock } from "@bazaar/market";
import type { Clock } from "@bazaar/market/ports";

/** The machine's time of day, which may be set at any moment: for dates, not for deadlines. */
export const CLOCK: Clock = { nowMs: () => Date.now() };

export function marketClock(): MarketClock {
  return new MarketClock({ wallMs: CLOCK.nowMs, monotonicMs: () => performance.now() });
}

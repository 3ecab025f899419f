import { MarketClock } from "@bazaar/market";
import type { Clock } from "@bazaar/market/ports";

/** The machine's time of day, which may be set at any moment: for dates, not for deadlines. */
export const CLOCK: Clock = { nowMs: () => Date.now() };

/** For a market inside another program: it runs for moments only, by the clock of its user. */
export function userClock(): MarketClock {
  let lastMs = 0;
  const forwardMs = (): number => {
    lastMs = Math.max(lastMs, CLOCK.nowMs());
    return lastMs;
  };
  return new MarketClock({ wallMs: forwardMs, monotonicMs: forwardMs });
}

export function marketClock(): MarketClock {
  return new MarketClock({ wallMs: CLOCK.nowMs, monotonicMs: () => performance.now() });
}

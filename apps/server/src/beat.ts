import { BEAT_MS, type Heartbeat, type MarketClock } from "@bazaar/market";
import { requestsReceived } from "./requests-received.ts";
import type { StoreHealth } from "./store-health.ts";

export interface BeatNeeds {
  readonly heartbeat: Pick<Heartbeat, "beat" | "isSilent">;
  readonly health: Pick<StoreHealth, "acceptsWrites">;
  readonly clock: Pick<MarketClock, "notBefore">;
}

/**
 * Notes that the market is there; gives the milliseconds until the next beat.
 *
 * After a pause, what arrived meanwhile is decided first, while the gap is still open. While acts
 * cannot be stored there is no beat, even if the store would take it: for parties this is an
 * outage.
 */
export async function beat({ heartbeat, health, clock }: BeatNeeds): Promise<number> {
  if (heartbeat.isSilent) await requestsReceived();
  if (health.acceptsWrites) clock.notBefore((await heartbeat.beat()).atMs);
  return BEAT_MS;
}

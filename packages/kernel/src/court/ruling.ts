import type { Side } from "../settlement/outcome.ts";

/** The tiered court, lowest first. */
export const TIERS = ["district", "appeals", "supreme"] as const;

export type TierName = (typeof TIERS)[number];

/** Where a ruling came from: a tier, the free replay of the check, or a panel. */
export type Bench = "replay" | TierName | "panel";

/** The six rulings of the tiered court. */
export const TIER_RULINGS = [
  "fulfilled",
  "canceled",
  "impossible",
  "evil_agent",
  "evil_principal",
  "evil_both",
] as const;

export type TierRuling = (typeof TIER_RULINGS)[number];

/** A panel may also find both at fault (stakes burn), job arbitration may split the price. */
export type RulingOutcome = TierRuling | "mutual" | "split";

export interface Ruling {
  readonly outcome: RulingOutcome;
  readonly bench: Bench;
  /** Who lost, and so who may appeal; with `impossible` nobody lost and either may. */
  readonly against: Side | "both" | "nobody";
  /** The court's answer could not be read: `impossible` for no fault of a side. */
  readonly isUnreadable?: true;
}

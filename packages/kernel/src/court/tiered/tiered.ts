/** The tiered court: one judge, and up to three tiers of which each hears appeals from the last. */
import type { Terms } from "../../contract/terms.ts";
import type { Party } from "../../identity/party.ts";
import type { Court } from "../court.ts";
import { type RulingOutcome, TIER_RULINGS, TIERS, type TierName } from "../ruling.ts";

export interface TieredCourt {
  readonly kind: "tiered";
  /** The party whose rulings count. */
  readonly judge: Party;
  /** The lowest tiers, in order; the last is final. */
  readonly tiers: readonly TierName[];
}

export const tiered: Court<TieredCourt> = {
  read: (read) => {
    const tiers = read.array("tiers", { min: 1, max: TIERS.length }, (names, at): TierName => {
      const name = names.oneOf(at, TIERS);
      if (TIERS.indexOf(name) !== Number(at)) names.fault(at, "expected the lowest tiers in order");
      return name;
    });
    return { kind: "tiered", judge: read.party("judge"), tiers };
  },
  json: (court) => ({ ...court, tiers: [...court.tiers] }),
  misfit: (_, { pots }) =>
    pots.every(({ schedule }) => schedule === "stake")
      ? "a court needs a pot that pays its fees"
      : null,
  judge: ({ judge }) => judge,
  tiers: ({ tiers }) => tiers,
  bindsAgent: true,
  hearsHalts: true,
  isDrawn: false,
  begins: null,
  replays: () => true,
  next: ({ tiers }, bench) => {
    if (bench === null) return tiers[0] ?? null;
    const at = (tiers as readonly string[]).indexOf(bench);
    return at === -1 ? null : (tiers[at + 1] ?? null);
  },
  window: (_, { terms }) => ({
    kind: "ruling",
    seconds: terms.rules.rulingSeconds,
    waitingFor: "court",
  }),
  // The first tier that does not answer voids the contract; on appeal the earlier ruling stands.
  silence: (_, { rulings }) => ({
    type: rulings.length > 0 ? "ruling_final" : "voided",
    data: { reason: "timeout" },
  }),
  words: ({ tiers }) => `Disputes go to the ${tiers.join(", ")} court.`,
};

/** What a tier may rule: it divides a price only where the terms pay one after verification. */
export function tierRulings({ pots }: Terms): readonly RulingOutcome[] {
  const isPriced = pots.some(({ schedule }) => schedule === "pay-after-verify");
  return isPriced ? [...TIER_RULINGS, "split"] : TIER_RULINGS;
}

import type { Offer } from "@bazaar/kernel";

export type Fix2Offer = NonNullable<Offer["profiles"]["fix/2"]>;
export type BondMoney = Fix2Offer["money"][number];

/** What a market offers to clients of fix/2; nothing if it does not take their contracts. */
export function fix2Offer({ profiles }: Offer): Fix2Offer {
  return profiles["fix/2"] ?? { courts: [], money: [] };
}

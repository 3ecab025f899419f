import { type Offer, type Party, TIERS } from "@bazaar/kernel";
import { JUDGE, SERVER, TEST_XNO, units } from "./sample-terms.ts";

/** The offer of a test market: test XNO on the ledger, its own court or this judge's. */
export function sampleOffer(platform: Party = SERVER.party, judge: Party = JUDGE.party): Offer {
  return {
    platform,
    courts: [platform, judge].map((key) => ({ judge: key, tiers: TIERS })),
    money: [
      {
        currency: "XNO",
        chain: "nano",
        asset: TEST_XNO,
        rail: "ledger",
        bountyMinimum: units("0.19"),
        bountyMaximum: units("100"),
        tierFees: ["0.02", "0.05", "0.1"].map((fee) => units(fee)),
        platformFeeBps: 1_000n,
        platformFeeMinimum: units("0.002"),
        cancelFeeBps: 1_000n,
      },
    ],
  };
}

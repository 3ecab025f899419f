import { BTC, type Offer, type Party, TIERS } from "@bazaar/kernel";
import { JUDGE, SERVER, TEST_XNO, units } from "./sample-terms.ts";

/**
 * The offer of a test market: contracts of every profile, test XNO on the ledger, for jobs also test
 * sats, its own court or this judge's.
 */
export function sampleOffer(platform: Party = SERVER.party, judge: Party = JUDGE.party): Offer {
  const courts = [platform, judge].map((key) => ({ judge: key, tiers: TIERS }));
  const money = {
    currency: "XNO",
    chain: "nano",
    asset: TEST_XNO,
    rail: "ledger",
    bountyMinimum: units("0.19"),
    bountyMaximum: units("100"),
  } as const;
  const bitcoin = {
    ...money,
    currency: BTC.code,
    chain: "ledger",
    asset: BTC,
    bountyMinimum: 1n,
    bountyMaximum: 10n ** 9n,
  } as const;
  const tierFees = ["0.02", "0.05", "0.1"].map((fee) => units(fee));
  const fees = { tierFees, platformFeeBps: 1_000n, cancelFeeBps: 1_000n };
  const job = { platformBps: 1_000n, authorBps: 1_500n, referrerBps: 500n };
  return {
    platform,
    profiles: {
      "fix/2": { courts, money: [{ ...money, ...fees, platformFeeMinimum: units("0.002") }] },
      "escrow/1": { courts, money: [{ ...money, ...fees, minBond: units("0.1") }] },
      "job/1": {
        courts,
        hasPanel: true,
        replays: true,
        money: [money, bitcoin].map((one) => ({ ...one, ...job })),
      },
      "chat/1": { hasPanel: true, money: [{ ...money, platformBps: 1_000n }] },
    },
  };
}

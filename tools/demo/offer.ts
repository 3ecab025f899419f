/** What the demonstration market takes: test XNO on its own ledger, the seed's three courts. */
import { type Asset, type Offer, type Party, parseAmount, TIERS } from "@bazaar/kernel";

/** Test money: the ledger counts XNO in nine decimals. */
export const TEST_XNO: Asset = { code: "XNO", decimals: 9 };

export function xno(text: string): bigint {
  const amount = parseAmount(text, TEST_XNO);
  if (!amount.ok) throw new Error(`${text} is not an amount`);
  return amount.value;
}

export function demoOffer(platform: Party, judge: Party): Offer {
  return {
    platform,
    courts: [{ judge, tiers: TIERS }],
    money: [
      {
        currency: "XNO",
        chain: "nano",
        asset: TEST_XNO,
        rail: "ledger",
        bountyMinimum: xno("0.19"),
        bountyMaximum: xno("100"),
        tierFees: [xno("0.02"), xno("0.05"), xno("0.1")],
        platformFeeBps: 1_000n,
        platformFeeMinimum: xno("0.002"),
        cancelFeeBps: 1_000n,
      },
    ],
  };
}

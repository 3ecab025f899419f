/** Amounts as this door shows and compares them. */
import {
  type Asset,
  CUSTODY,
  formatAmount,
  isJsonObject,
  type Offer,
  offeredMoney,
  type Pot,
  parseAmount,
  RATING,
  type Result,
  type Terms,
  XNO,
} from "@bazaar/kernel";

/** The pot that pays for the work, which a stake of rating points does not. */
export function payPot({ pots }: Terms): Exclude<Pot, { schedule: "stake" }> | null {
  for (const pot of pots) if (pot.schedule !== "stake") return pot;
  return null;
}

/** The bounty as the principal wrote it; "0" if there is none. */
export function bountyText(terms: Terms): string {
  const pot = payPot(terms);
  if (pot === null) return "0";
  const { escrow } = terms.document;
  const posted = isJsonObject(escrow) ? escrow.bounty : null;
  return typeof posted === "string" ? posted : formatAmount(pot.bounty, pot.asset);
}

/** Has the most decimals of all assets, so that all bounties can be compared in it. */
const FINEST: Asset = { code: "any asset", decimals: XNO.decimals };

/** A decimal to compare bounties with, in whatever asset. */
export function parseLeastBounty(text: string): Result<bigint> {
  return parseAmount(text, FINEST);
}

/** The bounty on the same scale; 0 if there is none. */
export function comparableBounty(terms: Terms): bigint {
  const pot = payPot(terms);
  return pot === null ? 0n : pot.bounty * 10n ** BigInt(FINEST.decimals - pot.asset.decimals);
}

/** The asset of a balance on the ledger. */
export function ledgerAsset(code: string, offer: Offer): Asset {
  const offered = offeredMoney(offer).find(({ rail, asset }) => {
    return CUSTODY[rail].isOnOwnBooks && asset.code === code;
  });
  if (offered !== undefined) return offered.asset;
  // What is no longer offered is shown in base units.
  return code === RATING.code ? RATING : { code, decimals: 0 };
}

/** Basis points as a decimal with at least two places: 1000 is "0.10". */
export function rateText(bps: bigint): string {
  const [whole, places = ""] = formatAmount(bps, { code: "rate", decimals: 4 }).split(".");
  return `${whole}.${places.padEnd(2, "0")}`;
}

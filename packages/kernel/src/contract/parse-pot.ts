/** Pots as they stand in the terms, with every bound that keeps a division from going wrong. */
import type { Fields } from "../canonical/fields.ts";
import { MAX_UNITS } from "../money/amount.ts";
import type { Asset } from "../money/asset.ts";
import { due, type PotParameters } from "../settlement/due.ts";
import { type Pot, RAIL_NAMES, type RailName, type Share } from "../settlement/pot.ts";
import { MAX_CANCEL_FEE_BPS } from "../settlement/symmetric-bond.ts";
import type { CourtTerms } from "./terms.ts";

const FULL_BPS = 10_000;

/** Sums of several amounts stay far inside what every rail and the chain contract can count. */
const MOST = { min: 1n, max: MAX_UNITS / 16n };
const FEE = { max: MAX_UNITS / 16n };

export function readPot(pots: Fields, at: string, court: CourtTerms): Pot {
  const read = pots.object(at);
  const asset = readAsset(read.object("asset"));
  const rail: RailName = read.oneOf("rail", RAIL_NAMES);
  const parameters = readParameters(read, asset, rail, court);
  const expected = due(parameters, court.kind !== "none");
  if (parameters.schedule === "stake") return parameters;
  const deposits = read.object("deposits");
  for (const side of ["principal", "agent"] as const) {
    if (deposits.amount(side, asset) !== expected[side]) {
      deposits.fault(side, "not what the schedule asks of this side");
    }
  }
  return { ...parameters, due: expected } as Pot;
}

function readAsset(read: Fields): Asset {
  const code = read.string("code", { min: 1, max: 16 });
  if (!/^[A-Za-z][A-Za-z0-9.]*$/.test(code)) read.fault("code", "expected letters and digits");
  return { code, decimals: read.integer("decimals", { max: 30 }) };
}

function readParameters(
  read: Fields,
  asset: Asset,
  rail: RailName,
  court: CourtTerms,
): PotParameters {
  const schedule = read.oneOf("schedule", [
    "symmetric-bond",
    "court-fees",
    "pay-after-verify",
    "stake",
  ]);
  if (schedule === "stake") {
    const deposits = read.object("deposits");
    const stakes = {
      principal: deposits.amount("principal", asset, FEE),
      agent: deposits.amount("agent", asset, FEE),
    };
    return { schedule, asset, rail, due: stakes };
  }
  const bounty = read.amount("bounty", asset, MOST);
  if (schedule === "pay-after-verify") {
    const platformBps = BigInt(read.integer("platform_bps", { max: FULL_BPS }));
    const author = readShare(read, "author");
    const referrer = readShare(read, "referrer");
    if (platformBps + (author?.bps ?? 0n) + (referrer?.bps ?? 0n) > BigInt(FULL_BPS)) {
      read.fault("platform_bps", "the shares add up to more than the price");
    }
    return { schedule, asset, rail, bounty, platformBps, author, referrer };
  }
  const tierFees = readTierFees(read, asset, court);
  const platformFeeBps = BigInt(read.integer("platform_fee_bps", { max: FULL_BPS }));
  if (schedule === "court-fees") {
    return {
      schedule,
      asset,
      rail,
      bounty,
      minBond: read.amount("min_bond", asset, FEE),
      tierFees,
      platformFeeBps,
      cancelFeeBps: BigInt(read.integer("cancel_fee_bps", { max: FULL_BPS })),
      restitution: read.boolean("restitution"),
    };
  }
  const judgeFee = read.amount("judge_fee", asset, FEE);
  const tiers = tierFees.reduce((sum, fee) => sum + fee, 0n);
  if (judgeFee < tiers) read.fault("judge_fee", "less than the fees of all tiers together");
  if (court.kind === "none" && judgeFee > 0n) {
    read.fault("judge_fee", "there is no court to pay for");
  }
  return {
    schedule,
    asset,
    rail,
    bounty,
    judgeFee,
    tierFees,
    platformFeeBps,
    platformFeeMinimum: read.amount("platform_fee_minimum", asset, FEE),
    cancelFeeBps: BigInt(read.integer("cancel_fee_bps", { max: Number(MAX_CANCEL_FEE_BPS) })),
  };
}

function readTierFees(read: Fields, asset: Asset, court: CourtTerms): readonly bigint[] {
  const tiers = court.kind === "tiered" ? court.tiers.length : 0;
  return read.array("tier_fees", { min: tiers, max: tiers }, (fees, at) =>
    fees.amount(at, asset, FEE),
  );
}

function readShare(read: Fields, name: string): Share | null {
  return read.optional(name, () => {
    const share = read.object(name);
    return {
      party: share.party("party"),
      bps: BigInt(share.integer("bps", { max: FULL_BPS })),
    };
  });
}

/** Reads pots of the terms, with the bounds that keep every division valid. */
import type { Bounds, Fields } from "../canonical/fields.ts";
import type { CourtTerms } from "../court/courts.ts";
import { bindsAgent, tiersOf } from "../court/courts.ts";
import { MAX_UNITS } from "../money/amount.ts";
import type { Asset } from "../money/asset.ts";
import { sumOfFees } from "../settlement/court-cost.ts";
import { type PotParameters, potOf } from "../settlement/due.ts";
import { type Cut, FUNDS, type Pot, RAIL_NAMES } from "../settlement/pot.ts";
import { BPS } from "../settlement/schedule.ts";
import { MAX_CANCEL_FEE_BPS } from "../settlement/symmetric-bond.ts";

const MAX_CODE_LENGTH = 16;
const MAX_DECIMALS = 30;

/** Sums of a few amounts stay far inside what every rail and the chain contract can count. */
const MAX_AMOUNT = MAX_UNITS / 16n; // Rounded down: a bound, not a share.
const BOUNTY: Bounds<bigint> = { min: 1n, max: MAX_AMOUNT };
const FEE: Bounds<bigint> = { max: MAX_AMOUNT };

export function readPot(pots: Fields, at: string, court: CourtTerms): Pot {
  const read = pots.object(at);
  const asset = readAsset(read.object("asset"));
  const rail = read.oneOf("rail", RAIL_NAMES);
  const funds = read.oneOf("funds", FUNDS);
  const schedule = read.oneOf("schedule", SCHEDULES);
  const parameters = READERS[schedule](read, { asset, rail, funds }, court);
  const pot = potOf(parameters, bindsAgent(court));
  const deposits = read.object("deposits");
  for (const side of ["principal", "agent"] as const) {
    if (deposits.amount(side, asset) !== pot.due[side]) {
      deposits.fault(side, "not what the schedule asks of this side");
    }
  }
  return pot;
}

function readAsset(read: Fields): Asset {
  const code = read.string("code", { min: 1, max: MAX_CODE_LENGTH });
  return { code, decimals: read.integer("decimals", { max: MAX_DECIMALS }) };
}

const SCHEDULES = ["symmetric-bond", "court-fees", "pay-after-verify", "stake"] as const;

type Reader = (
  read: Fields,
  where: Pick<Pot, "asset" | "rail" | "funds">,
  court: CourtTerms,
) => PotParameters;

const READERS: Readonly<Record<(typeof SCHEDULES)[number], Reader>> = {
  "symmetric-bond": (read, where, court) => {
    const { asset } = where;
    const tierFees = readTierFees(read, asset, court);
    const judgeFee = read.amount("judge_fee", asset, FEE);
    if (judgeFee < sumOfFees(tierFees)) {
      read.fault("judge_fee", "less than the fees of all tiers together");
    }
    if (tierFees.length === 0 && judgeFee > 0n) {
      read.fault("judge_fee", "there is no court to pay for");
    }
    return {
      ...where,
      schedule: "symmetric-bond",
      bounty: read.amount("bounty", asset, BOUNTY),
      judgeFee,
      tierFees,
      platformFeeBps: readBps(read, "platform_fee_bps"),
      platformFeeMinimum: read.amount("platform_fee_minimum", asset, FEE),
      cancelFeeBps: readBps(read, "cancel_fee_bps", MAX_CANCEL_FEE_BPS),
    };
  },

  "court-fees": (read, where, court) => ({
    ...where,
    schedule: "court-fees",
    bounty: read.amount("bounty", where.asset, BOUNTY),
    minBond: read.amount("min_bond", where.asset, FEE),
    tierFees: readTierFees(read, where.asset, court),
    platformFeeBps: readBps(read, "platform_fee_bps"),
    cancelFeeBps: readBps(read, "cancel_fee_bps"),
    restitution: read.boolean("restitution"),
  }),

  "pay-after-verify": (read, where) => {
    const platformBps = readBps(read, "platform_bps");
    const author = readCut(read, "author");
    const referrer = readCut(read, "referrer");
    if (platformBps + (author?.bps ?? 0n) + (referrer?.bps ?? 0n) > BPS) {
      read.fault("platform_bps", "the cuts add up to more than the price");
    }
    const bounty = read.amount("bounty", where.asset, BOUNTY);
    return { ...where, schedule: "pay-after-verify", bounty, platformBps, author, referrer };
  },

  stake: (read, where) => {
    const deposits = read.object("deposits");
    const due = {
      principal: deposits.amount("principal", where.asset, FEE),
      agent: deposits.amount("agent", where.asset, FEE),
    };
    return { ...where, schedule: "stake", due };
  },
};

function readTierFees(read: Fields, asset: Asset, court: CourtTerms): readonly bigint[] {
  const tiers = tiersOf(court).length;
  return read.array("tier_fees", { min: tiers, max: tiers }, (fees, at) =>
    fees.amount(at, asset, FEE),
  );
}

function readBps(read: Fields, name: string, max: bigint = BPS): bigint {
  return BigInt(read.integer(name, { max: Number(max) }));
}

function readCut(read: Fields, name: string): Cut | null {
  return read.optional(name, () => {
    const cut = read.object(name);
    return { party: cut.party("party"), bps: readBps(cut, "bps") };
  });
}

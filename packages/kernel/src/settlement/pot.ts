/**
 * A pot: one asset held on one rail for one contract, and the rule that divides it.
 *
 * A contract has no pot (free mode), one, or two (pay and a rating stake). One outcome settles
 * every pot. Amounts are base units of the pot's asset.
 */
import type { Party } from "../identity/party.ts";
import type { Asset } from "../money/asset.ts";

export const RAIL_NAMES = ["ledger", "nano", "evm", "lightning", "bolt11"] as const;

export type RailName = (typeof RAIL_NAMES)[number];

export interface PotBySchedule {
  readonly "symmetric-bond": SymmetricBondPot;
  readonly "court-fees": CourtFeesPot;
  readonly "pay-after-verify": PayAfterVerifyPot;
  readonly stake: StakePot;
}

export type ScheduleName = keyof PotBySchedule;

export type Pot = PotBySchedule[ScheduleName];

/**
 * When deposits are due. `post`: the principal's at posting, the agent's with the seat. `accept`:
 * both sides' at once, when the agent accepts.
 */
export const FUNDS = ["post", "accept"] as const;

export type Funds = (typeof FUNDS)[number];

interface PotBase {
  readonly asset: Asset;
  readonly rail: RailName;
  readonly funds: Funds;
  /** What each side must deposit before the contract continues. */
  readonly due: Sides;
}

/**
 * Both sides stake bounty and judge fee. With court `none` only the principal's bounty is held:
 * `due.agent` is zero, and that is how the schedule knows it.
 */
export interface SymmetricBondPot extends PotBase {
  readonly schedule: "symmetric-bond";
  readonly bounty: bigint;
  readonly judgeFee: bigint;
  /** Fee of each tier, in the order of `TIERS`; empty with court `none`. */
  readonly tierFees: readonly bigint[];
  readonly platformFeeBps: bigint;
  readonly platformFeeMinimum: bigint;
  /** Charged twice to an agent who leaves late, so at most `MAX_CANCEL_FEE_BPS`. */
  readonly cancelFeeBps: bigint;
}

/** The principal holds bounty and all court fees; the agent a bond that covers those fees. */
export interface CourtFeesPot extends PotBase {
  readonly schedule: "court-fees";
  readonly bounty: bigint;
  /** The least an agent must bond; the sum of the tier fees, where that is more. */
  readonly minBond: bigint;
  /** Fee of each tier, in the order of `TIERS`; empty with court `none`. */
  readonly tierFees: readonly bigint[];
  readonly platformFeeBps: bigint;
  readonly cancelFeeBps: bigint;
  /** On: a forfeited bond pays the platform and the victim's bounty returns. Off: both go to charity. */
  readonly restitution: boolean;
}

/** The buyer's budget is reserved; the quoted price is shared out when the check passes. */
export interface PayAfterVerifyPot extends PotBase {
  readonly schedule: "pay-after-verify";
  readonly bounty: bigint;
  readonly platformBps: bigint;
  readonly author: Cut | null;
  readonly referrer: Cut | null;
}

/** Rating points that move whole. `due.agent` is the least; the agent may stake more. */
export interface StakePot extends PotBase {
  readonly schedule: "stake";
}

/** A part of the price for a third party. */
export interface Cut {
  readonly party: Party;
  readonly bps: bigint;
}

export interface Sides {
  readonly principal: bigint;
  readonly agent: bigint;
}

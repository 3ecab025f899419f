/**
 * What each rail can hold, and for which courts and schedules.
 *
 * Combinations that are not in this table are refused at posting: money that no clock or court
 * could move must never be accepted.
 */
import { MAX_UNITS } from "../money/amount.ts";
import { type Asset, RATING } from "../money/asset.ts";
import type { RailName, ScheduleName } from "./pot.ts";

interface Custody {
  /** The deposit moves in the same transaction as the act that owes it. */
  readonly holdsAtOnce: boolean;
  readonly schedules: readonly ScheduleName[];
  readonly courts: readonly ("none" | "tiered" | "panel")[];
  /** What an asset must be to be counted on this rail. */
  readonly asset: { readonly code: RegExp; readonly decimals: readonly number[] };
  /** The most base units one side may owe a pot. */
  readonly maxUnits: bigint;
  /** A payout goes to the party itself, not to an account it has to name. */
  readonly paysParties: boolean;
  /** Confirmation is slow, so deposits get longer windows. */
  readonly fundingSeconds: number;
  readonly reservationSeconds: number;
}

const ANY_CODE = /^[A-Za-z][A-Za-z0-9.]{0,15}$/;

/** A pot's two deposits, with every fee on top, stay far below the largest number. */
const SIXTEENTH = MAX_UNITS / 16n; // Rounded down: a bound, not a share.

const FAST = { fundingSeconds: 60, reservationSeconds: 20 } as const;
const SLOW = { fundingSeconds: 600, reservationSeconds: 60 } as const;

export const CUSTODY: Readonly<Record<RailName, Custody>> = {
  ledger: {
    ...FAST,
    holdsAtOnce: true,
    schedules: ["symmetric-bond", "court-fees", "pay-after-verify", "stake"],
    courts: ["none", "tiered", "panel"],
    asset: { code: ANY_CODE, decimals: [9] },
    // Balances are 63-bit integers, and a pot holds two deposits.
    maxUnits: 2n ** 61n,
    paysParties: true,
  },
  nano: {
    ...SLOW,
    holdsAtOnce: false,
    schedules: ["symmetric-bond", "pay-after-verify"],
    courts: ["none", "tiered", "panel"],
    asset: { code: /^XNO$/, decimals: [30] },
    maxUnits: SIXTEENTH,
    paysParties: false,
  },
  evm: {
    ...SLOW,
    holdsAtOnce: false,
    schedules: ["court-fees"],
    courts: ["none", "tiered", "panel"],
    asset: { code: ANY_CODE, decimals: Array.from({ length: 19 }, (_, decimals) => decimals) },
    maxUnits: SIXTEENTH,
    paysParties: false,
  },
  lightning: {
    ...FAST,
    holdsAtOnce: false,
    schedules: ["pay-after-verify"],
    courts: ["none", "tiered"],
    asset: { code: /^BTC$/, decimals: [11] },
    maxUnits: 2n ** 61n,
    paysParties: false,
  },
};

/** Why this rail cannot count this asset for this schedule, or null. */
export function assetProblem(rail: RailName, schedule: ScheduleName, asset: Asset): string | null {
  const isRating = asset.code === RATING.code && asset.decimals === RATING.decimals;
  if (schedule === "stake") return isRating ? null : `a stake is held in ${RATING.code}`;
  if (asset.code === RATING.code) return `${RATING.code} is not money`;
  const { code, decimals } = CUSTODY[rail].asset;
  if (!code.test(asset.code)) return `${rail} does not carry ${asset.code}`;
  if (decimals.includes(asset.decimals)) return null;
  return `${rail} does not count ${asset.code} in ${asset.decimals} decimals`;
}

/**
 * How each rail keeps money, and for which courts and schedules.
 *
 * Combinations that are not in this table are refused at posting: money that no clock or court
 * could move must never be accepted. A market takes only rails that it has.
 */

import type { CourtKind } from "../court/courts.ts";
import { MAX_UNITS } from "../money/amount.ts";
import { type Asset, RATING } from "../money/asset.ts";
import type { RailName, ScheduleName } from "./pot.ts";

/**
 * `held`: the market holds the money and pays the legs. `chain`: a contract on a chain does both, and
 * the market mirrors it. `locked`: the principal's payment is locked until it is settled or
 * canceled. `promised`: nothing is held, and the principal pays after the check.
 */
export type CustodyKind = "held" | "chain" | "locked" | "promised";

interface Custody {
  readonly kind: CustodyKind;
  /**
   * The accounts are the market's own: a deposit moves in the same transaction as the act that owes it,
   * and a payout goes to the party itself, not to an account that it has to name.
   */
  readonly isOnOwnBooks: boolean;
  readonly schedules: readonly ScheduleName[];
  readonly courts: readonly CourtKind[] | "all";
  /** What an asset must be to be counted on this rail. */
  readonly asset: { readonly code: RegExp; readonly decimals: readonly number[] };
  /** The most base units one side may owe a pot. */
  readonly maxUnits: bigint;
  /** Confirmation is slow, so deposits get longer windows. */
  readonly fundingSeconds: number;
  readonly reservationSeconds: number;
}

const ANY_CODE = /^[A-Za-z][A-Za-z0-9.]{0,15}$/;

/** A pot's two deposits, with every fee on top, stay far below the largest number. */
const SIXTEENTH = MAX_UNITS / 16n; // Rounded down: a bound, not a share.

const FAST = { fundingSeconds: 60, reservationSeconds: 20 } as const;
const SLOW = { fundingSeconds: 600, reservationSeconds: 60 } as const;

function upTo(most: number): readonly number[] {
  return Array.from({ length: most + 1 }, (_, decimals) => decimals);
}

export const CUSTODY: Readonly<Record<RailName, Custody>> = {
  ledger: {
    kind: "held",
    ...FAST,
    isOnOwnBooks: true,
    schedules: ["symmetric-bond", "court-fees", "pay-after-verify", "stake"],
    courts: "all",
    // Enough for thousandths of a satoshi. What a market counts a code in is fixed by its settings.
    asset: { code: ANY_CODE, decimals: upTo(11) },
    // Balances are 63-bit integers, and a pot holds two deposits.
    maxUnits: 2n ** 61n,
  },
  nano: {
    kind: "held",
    ...SLOW,
    isOnOwnBooks: false,
    schedules: ["symmetric-bond", "pay-after-verify"],
    courts: "all",
    asset: { code: /^XNO$/, decimals: [30] },
    maxUnits: SIXTEENTH,
  },
  evm: {
    kind: "chain",
    ...SLOW,
    isOnOwnBooks: false,
    schedules: ["court-fees"],
    courts: ["none", "tiered"],
    asset: { code: ANY_CODE, decimals: upTo(18) },
    maxUnits: SIXTEENTH,
  },
  lightning: {
    kind: "locked",
    ...FAST,
    isOnOwnBooks: false,
    schedules: ["pay-after-verify"],
    courts: ["none", "tiered"],
    asset: { code: /^BTC$/, decimals: [11] },
    maxUnits: 2n ** 61n,
  },
  bolt11: {
    kind: "promised",
    ...FAST,
    isOnOwnBooks: false,
    schedules: ["pay-after-verify"],
    courts: ["none"],
    asset: { code: /^BTC$/, decimals: [11] },
    maxUnits: 2n ** 61n,
  },
};

/** What holds points: stakes, and the bonds of arbiters. */
export const RATING_RAIL: RailName = "ledger";

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

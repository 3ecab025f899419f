/**
 * What each rail can hold, and for which courts and schedules.
 *
 * Combinations that are not in this table are refused at posting: money that no clock or court
 * could move must never be taken in.
 */
import type { RailName, ScheduleName } from "./pot.ts";

interface Custody {
  /** The deposit moves in the same transaction as the act that owes it. */
  readonly holdsAtOnce: boolean;
  readonly schedules: readonly ScheduleName[];
  readonly courts: readonly ("none" | "tiered" | "panel")[];
  /** The decimals an asset must have on this rail; null where the token decides. */
  readonly decimals: number | null;
  /** Confirmation is slow, so deposits get longer windows. */
  readonly fundingSeconds: number;
  readonly reservationSeconds: number;
}

const FAST = { fundingSeconds: 60, reservationSeconds: 20 };
const SLOW = { fundingSeconds: 600, reservationSeconds: 60 };

export const CUSTODY: Record<RailName, Custody> = {
  ledger: {
    ...FAST,
    holdsAtOnce: true,
    schedules: ["symmetric-bond", "court-fees", "pay-after-verify", "stake"],
    courts: ["none", "tiered", "panel"],
    decimals: null,
  },
  nano: {
    ...SLOW,
    holdsAtOnce: false,
    schedules: ["symmetric-bond", "pay-after-verify"],
    courts: ["none", "tiered", "panel"],
    decimals: 30,
  },
  evm: {
    ...SLOW,
    holdsAtOnce: false,
    schedules: ["court-fees"],
    courts: ["none", "tiered", "panel"],
    decimals: null,
  },
  lightning: {
    ...FAST,
    holdsAtOnce: false,
    schedules: ["pay-after-verify"],
    courts: ["none", "tiered"],
    decimals: 11,
  },
};

/**
 * How a contract ended, or how one agent's seat did, as the row of the schedules it selects.
 *
 * The rows are the same for every schedule, and every schedule must answer every row; what a row
 * means in money is the schedule's business alone.
 */
export type Side = "principal" | "agent";

export const OTHER_SIDE = { principal: "agent", agent: "principal" } as const;

export const ROWS = [
  "fulfilled",
  /** Attempts exhausted, or the review rejected. */
  "canceled",
  /** Nobody took the seat, or it was canceled before that. */
  "unclaimed",
  /** The principal canceled while an agent was investigating. */
  "withdrawn",
  "agent_left_in_grace",
  "principal_left_in_grace",
  "agent_left_late",
  "principal_left_late",
  "principal_silent_before_acceptance",
  "principal_silent_after_acceptance",
  "voided",
  "ruled_fulfilled",
  "ruled_canceled",
  "ruled_impossible",
  /** A panel found both at fault: as impossible, but stakes burn. */
  "ruled_mutual",
  "ruled_split",
  "ruled_evil_agent",
  "ruled_evil_principal",
  "ruled_evil_both",
] as const;

export type Row = (typeof ROWS)[number];

/** Rows that end one agent's seat while the contract opens again; only its deposit is divided. */
export const SEAT_ROWS = ["seat_returned", "seat_left_late"] as const;

export type SeatRow = (typeof SEAT_ROWS)[number];

export interface Outcome {
  readonly row: Row;
  /** Who filed the case; a halt counts as the principal's filing. Null without a case. */
  readonly filer: Side | null;
  /** Some earlier agent accepted and left late, so the platform's fee is due at the end. */
  readonly isFeeDue: boolean;
  /** What agents that left late have paid the principal: never more in all than the fee it owes. */
  readonly leaversPaid: bigint;
  /** The price agreed under pay-after-verify; null means the whole bounty. */
  readonly price: bigint | null;
}

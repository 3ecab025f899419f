/** The names of the contract's enum values, in its order. */

export const CHAIN_PHASES = [
  "none",
  "open",
  "investigating",
  "in_progress",
  "verifying",
  "review",
  "contest",
  "await_response",
  "disputed",
  "ruled",
  "halted",
  "fulfilled",
  "canceled",
  "resolved",
  "voided",
] as const;

export type ChainPhase = (typeof CHAIN_PHASES)[number];

export const CHAIN_ROWS = [
  "none",
  "fulfilled",
  "canceled",
  "unclaimed",
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
  "ruled_evil_agent",
  "ruled_evil_principal",
  "ruled_evil_both",
] as const;

export type ChainRow = (typeof CHAIN_ROWS)[number];

export const CHAIN_RULINGS = [
  "none",
  "fulfilled",
  "canceled",
  "impossible",
  "evil_agent",
  "evil_principal",
  "evil_both",
] as const;

export type ChainRuling = Exclude<(typeof CHAIN_RULINGS)[number], "none">;

export const CHAIN_ROLES = ["principal", "agent", "platform", "oracle", "charity"] as const;

export type ChainRole = (typeof CHAIN_ROLES)[number];

/**
 * The chain's phase for each phase of the kernel. `unfunded` and `reserved` do not exist there: on
 * the chain a deposit arrives with its act. `resolved` is a contract that a ruling ended; the row
 * says how.
 */
export const CHAIN_PHASE_OF = {
  unfunded: "none",
  open: "open",
  reserved: "open",
  investigating: "investigating",
  in_progress: "in_progress",
  verifying: "verifying",
  review: "review",
  contest: "contest",
  awaiting_response: "await_response",
  deliberating: "disputed",
  ruled: "ruled",
  halted: "halted",
  fulfilled: "fulfilled",
  canceled: "canceled",
  resolved: "resolved",
  voided: "voided",
} as const satisfies Record<string, ChainPhase>;

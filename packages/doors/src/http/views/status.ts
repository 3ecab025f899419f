import type { Phase } from "@bazaar/kernel";

/** The statuses of fix/2. */
export const STATUSES = [
  "open",
  "investigating",
  "in_progress",
  "review",
  "disputed",
  "halted",
  "fulfilled",
  "canceled",
  "resolved",
  "voided",
] as const;

export type Status = (typeof STATUSES)[number];

const STATUS_OF: Readonly<Record<Phase, Status>> = {
  unfunded: "open",
  open: "open",
  reserved: "open",
  investigating: "investigating",
  in_progress: "in_progress",
  verifying: "in_progress",
  review: "review",
  contest: "canceled",
  awaiting_response: "disputed",
  deliberating: "disputed",
  ruled: "disputed",
  halted: "halted",
  fulfilled: "fulfilled",
  canceled: "canceled",
  resolved: "resolved",
  voided: "voided",
};

export function statusOf(phase: Phase): Status {
  return STATUS_OF[phase];
}

/** The six payment states of jobs, derived from where the contract is. */
import {
  type ContractState,
  contractAlias,
  type JsonObject,
  type Row,
  unreachable,
} from "@bazaar/kernel";
import { secondsOf } from "../views/seconds.ts";

export const PAYMENT_STATES = [
  "awaiting_result",
  "verifying",
  "paying",
  "paid",
  "verification_failed",
  "disputed",
] as const;

type PaymentState = (typeof PAYMENT_STATES)[number];

/** Outcomes in which the provider is paid, wholly or in part. */
const PAYING_ROWS: ReadonlySet<Row> = new Set([
  "fulfilled",
  "ruled_fulfilled",
  "ruled_evil_principal",
  "ruled_split",
]);

export function paymentOf(state: ContractState): JsonObject {
  const status = statusOf(state);
  return { status, ...factsOf(status, state) };
}

function statusOf({ phase, outcome, isSettled }: ContractState): PaymentState {
  switch (phase) {
    case "unfunded":
    case "open":
    case "reserved":
    case "investigating":
    case "in_progress":
      return "awaiting_result";
    case "verifying":
    case "review":
      return "verifying";
    case "contest":
      return "verification_failed";
    case "awaiting_response":
    case "deliberating":
    case "ruled":
    case "halted":
      return "disputed";
    case "fulfilled":
    case "canceled":
    case "resolved":
    case "voided":
      if (outcome === null || !PAYING_ROWS.has(outcome.row)) return "verification_failed";
      return isSettled ? "paid" : "paying";
    default:
      return unreachable(phase);
  }
}

function factsOf(status: PaymentState, state: ContractState): JsonObject {
  if (status === "paid") return { paid_at: secondsOf(state.receivedMs) };
  if (status === "disputed") return { dispute_id: contractAlias(state.id) };
  if (status !== "verification_failed") return {};
  return { reason: state.outcome?.row ?? state.contested ?? "rejected" };
}

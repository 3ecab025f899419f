import { accept } from "../../refusal.ts";
import type { Row } from "../../settlement/outcome.ts";
import type { ServerRule } from "../act.ts";
import { end } from "../moves.ts";
import { whenOverdue } from "../overdue.ts";
import type { ContractState, Phase } from "../state.ts";

const ROWS: Readonly<Partial<Record<Phase, Row>>> = {
  investigating: "principal_silent_before_acceptance",
  in_progress: "principal_silent_after_acceptance",
  contest: "canceled",
};

/** No deposit, no agent, no answer from the principal, no dispute, or no completion in time. */
export const autoCancel: ServerRule = {
  by: "server",
  from: ["unfunded", "open", "investigating", "in_progress", "contest"],
  fields: [],
  apply: whenOverdue(({ state }) => accept(end(state, "canceled", rowOf(state)))),
};

function rowOf({ phase, deadline }: ContractState): Row {
  // A task that was not accepted or completed in time is nobody's silence.
  if (deadline?.kind === "expiry" && phase === "investigating") return "withdrawn";
  if (deadline?.kind === "expiry" && phase === "in_progress") return "canceled";
  return ROWS[phase] ?? "unclaimed";
}

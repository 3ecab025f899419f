import { accept } from "../../refusal.ts";
import type { Row } from "../../settlement/outcome.ts";
import type { ActRule } from "../act.ts";
import { end } from "../moves.ts";
import { whenOverdue } from "../overdue.ts";
import type { Phase } from "../state.ts";

const ROWS: Readonly<Partial<Record<Phase, Row>>> = {
  investigating: "principal_silent_before_acceptance",
  in_progress: "principal_silent_after_acceptance",
  contest: "canceled",
};

/** No deposit, no agent, no answer from the principal, or no dispute by the agent in time. */
export const autoCancel: ActRule = {
  by: "server",
  from: ["unfunded", "open", "investigating", "in_progress", "contest"],
  apply: whenOverdue(({ state }) =>
    accept(end(state, "canceled", ROWS[state.phase] ?? "unclaimed")),
  ),
};

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

/** Nobody came, the principal did not answer, or the agent did not contest. */
export const autoCancel: ActRule = {
  by: "server",
  from: ["unfunded", "open", "investigating", "in_progress", "contest"],
  apply: whenOverdue(({ state }) =>
    accept(end(state, "canceled", ROWS[state.phase] ?? "unclaimed")),
  ),
};

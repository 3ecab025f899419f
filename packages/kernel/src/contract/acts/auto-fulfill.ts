import { accept } from "../../refusal.ts";
import type { ServerRule } from "../act.ts";
import { end } from "../moves.ts";
import { whenOverdue } from "../overdue.ts";

/** The principal did not act during the review: the contract is fulfilled. */
export const autoFulfill: ServerRule = {
  by: "server",
  from: ["review"],
  fields: [],
  apply: whenOverdue(({ state }) => accept(end(state, "fulfilled", "fulfilled"))),
};

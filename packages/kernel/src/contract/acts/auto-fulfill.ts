import { accept } from "../../refusal.ts";
import type { ActRule } from "../act.ts";
import { end } from "../moves.ts";
import { whenOverdue } from "../overdue.ts";

/** The principal did not act during the review: the contract is fulfilled. */
export const autoFulfill: ActRule = {
  by: "server",
  from: ["review"],
  apply: whenOverdue(({ state }) => accept(end(state, "fulfilled", "fulfilled"))),
};

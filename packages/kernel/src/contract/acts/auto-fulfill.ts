import { accept } from "../../refusal.ts";
import type { ActRule } from "../act.ts";
import { end } from "../moves.ts";
import { whenOverdue } from "../overdue.ts";

/** The review window ended without a word: the work counts as done. */
export const autoFulfill: ActRule = {
  by: "server",
  from: ["review"],
  apply: whenOverdue(({ state }) => accept(end(state, "fulfilled", "fulfilled"))),
};

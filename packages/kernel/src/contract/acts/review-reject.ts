import { accept } from "../../refusal.ts";
import type { PartyRule } from "../act.ts";
import { contest } from "../contest.ts";
import { optional, reading, text } from "../reading.ts";
import { TEXT_LIMITS } from "../rules.ts";

/** The principal rejects the fix it reviewed; the agent may dispute that. */
export const reviewReject: PartyRule = {
  by: "principal",
  from: ["review"],
  ...reading({ argument: optional(text({ max: TEXT_LIMITS.argument })) }, ({ state, nowMs }) =>
    accept(contest(state, "rejected", nowMs)),
  ),
};

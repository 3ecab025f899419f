import { accept } from "../../refusal.ts";
import type { ActRule } from "../act.ts";
import { contest } from "../contest.ts";

/** The principal rejects what it reviewed; the agent may contest that. */
export const reviewReject: ActRule = {
  by: "principal",
  from: ["review"],
  apply: ({ state, nowMs }) => accept(contest(state, "rejected", nowMs)),
};

import { accept } from "../../refusal.ts";
import { contest } from "../contest.ts";
import { reading } from "../reading.ts";
import { TEXT_LIMITS } from "../rules.ts";

/** The principal rejects the fix it reviewed; the agent may dispute that. */
export const reviewReject = reading({
  by: "principal",
  from: ["review"],
  read: (data) =>
    data.optional("argument", (name) => data.string(name, { max: TEXT_LIMITS.argument })),
  apply: ({ state, nowMs }) => accept(contest(state, "rejected", nowMs)),
});

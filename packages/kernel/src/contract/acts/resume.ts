import type { PartyRule } from "../act.ts";
import { thaw } from "../frozen.ts";
import { decided } from "../moves.ts";

/** The principal lifts its halt before the court has ruled: the work continues with the time that was left. */
export const resume: PartyRule = {
  by: "principal",
  from: ["halted"],
  fields: [],
  apply: ({ state, nowMs }) => decided(thaw(state, nowMs)),
};

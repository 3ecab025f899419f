import { accept } from "../../refusal.ts";
import type { PartyRule } from "../act.ts";
import { end } from "../moves.ts";

/** The principal accepts the fix it reviewed. */
export const reviewAccept: PartyRule = {
  by: "principal",
  from: ["review"],
  fields: [],
  apply: ({ state }) => accept(end(state, "fulfilled", "fulfilled")),
};

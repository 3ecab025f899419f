import { accept } from "../../refusal.ts";
import type { ActRule } from "../act.ts";
import { end } from "../moves.ts";

/** The principal accepts the fix it reviewed. */
export const reviewAccept: ActRule = {
  by: "principal",
  from: ["review"],
  apply: ({ state }) => accept(end(state, "fulfilled", "fulfilled")),
};

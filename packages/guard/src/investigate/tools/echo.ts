import { type Grammar, TEXT } from "../grammar.ts";

/** Nothing is expanded, so it shows exactly the words that were asked. */
export const echo: Grammar = {
  purpose: "prints its words",
  form: { spelling: "none", operands: { rest: TEXT } },
};

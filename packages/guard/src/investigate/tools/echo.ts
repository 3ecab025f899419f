import { type Grammar, TEXT } from "../grammar.ts";

/** Nothing is expanded, so it shows exactly the words that were asked. */
export const echo: Grammar = {
  purpose: "prints its arguments",
  form: { spelling: "none", operands: { rest: TEXT } },
};

import { type Grammar, NAME } from "../grammar.ts";

export const which: Grammar = {
  purpose: "finds a command in the user's PATH",
  form: { switches: "-a", operands: { rest: NAME, min: 1 } },
  seesSearchPath: true,
};

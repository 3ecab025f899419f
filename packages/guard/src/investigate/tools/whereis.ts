import { type Grammar, NAME } from "../grammar.ts";

export const whereis: Grammar = {
  purpose: "finds the program, source and manual of a command",
  form: { switches: "-b -m -s -l", operands: { rest: NAME } },
  seesSearchPath: true,
};

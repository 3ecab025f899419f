import { type Grammar, NAME } from "../grammar.ts";

export const whereis: Grammar = {
  purpose: "says where program, source and manual of a command lie",
  form: { switches: "-b -m -s -l", operands: { rest: NAME } },
  seesSearchPath: true,
};

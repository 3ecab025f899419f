import { type Grammar, NAME } from "../grammar.ts";

export const which: Grammar = {
  purpose: "says where a command lies on the person's search path",
  form: { switches: "-a", operands: { rest: NAME, min: 1 } },
  seesSearchPath: true,
};

import { type Grammar, TEXT } from "../grammar.ts";

export const dirname: Grammar = {
  purpose: "prints a path without its last part",
  form: { switches: "-z --zero", operands: { rest: TEXT, min: 1 } },
};

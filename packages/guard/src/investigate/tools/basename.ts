import { type Grammar, TEXT } from "../grammar.ts";

export const basename: Grammar = {
  purpose: "prints the last part of a path",
  form: {
    switches: "-a -z --multiple --zero",
    options: { "-s --suffix": TEXT },
    operands: { rest: TEXT, min: 1 },
  },
};

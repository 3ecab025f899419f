import { type Grammar, PATH } from "../grammar.ts";

export const readlink: Grammar = {
  purpose: "prints the target of a link",
  form: {
    switches:
      "-e -f -m -n -q -s -v -z --canonicalize --canonicalize-existing --canonicalize-missing --no-newline --zero",
    operands: { rest: PATH, min: 1 },
  },
};

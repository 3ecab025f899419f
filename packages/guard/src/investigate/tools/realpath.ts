import { type Grammar, PATH } from "../grammar.ts";

export const realpath: Grammar = {
  purpose: "prints the real path of a file",
  form: {
    switches:
      "-e -L -m -P -q -s -z --canonicalize-existing --canonicalize-missing --logical --physical --quiet --no-symlinks --zero",
    options: { "--relative-to --relative-base": PATH },
    operands: { rest: PATH, min: 1 },
  },
};

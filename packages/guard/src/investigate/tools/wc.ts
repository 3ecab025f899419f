import { choice, type Grammar, PATH } from "../grammar.ts";

export const wc: Grammar = {
  purpose: "counts lines, words and bytes",
  form: {
    switches: "-c -l -L -m -w --bytes --chars --lines --words --max-line-length",
    options: { "--total": choice("auto", "always", "only", "never") },
    operands: { rest: PATH, min: 1 },
  },
  filters: {
    switches: "-c -l -L -m -w --bytes --chars --lines --words --max-line-length",
  },
  never: { "--files0-from": "the list would name files that the guard has not seen; name them" },
};

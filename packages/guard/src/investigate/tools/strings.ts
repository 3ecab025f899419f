import { choice, type Grammar, PATH, word } from "../grammar.ts";

/** Shorter ones are what any bytes look like, a key in binary too. */
const LENGTH = word(/^(?:[4-9]|[1-9]\d{1,3})$/, "a length of at least 4");

export const strings: Grammar = {
  purpose: "prints the text inside binary files",
  form: {
    switches: "-a -d -f -w --all --data --print-file-name --include-all-whitespace --version",
    options: {
      "-n --bytes": LENGTH,
      "-t --radix": choice("o", "d", "x"),
      "-e --encoding": choice("s", "S", "b", "l", "B", "L"),
    },
    operands: { rest: PATH, min: 1 },
    operandNeverStartsWith: "@",
  },
  filters: { options: { "-n --bytes": LENGTH } },
  readsContents: true,
};

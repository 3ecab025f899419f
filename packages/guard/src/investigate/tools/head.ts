import { type Grammar, PATH, word } from "../grammar.ts";

const COUNT = word(/^-?\d{1,12}[kKMG]?$/, "a number");
const LINES = word(/^-?\d{1,12}$/, "a number of lines");

export const head: Grammar = {
  purpose: "prints the beginning of files",
  form: {
    switches: "-q -v -z --quiet --silent --verbose --zero-terminated",
    options: { "-n --lines": LINES },
    hasLineCount: true,
    operands: { rest: PATH, min: 1 },
  },
  filters: {
    switches: "-q --quiet --silent",
    options: { "-n --lines -c --bytes": COUNT },
    hasLineCount: true,
    operands: { first: [PATH] },
  },
  readsContents: true,
};

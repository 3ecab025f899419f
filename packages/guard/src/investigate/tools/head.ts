import { type Grammar, IN_PIECES, PATH, word } from "../grammar.ts";

const LINES = word(/^-?\d{1,12}$/, "a number of lines");

export const head: Grammar = {
  purpose: "prints the beginning of files",
  form: {
    switches: "-q -v -z --quiet --silent --verbose --zero-terminated",
    options: { "-n --lines": LINES },
    hasLineCount: true,
    operands: { rest: PATH, min: 1 },
  },
  readsContents: true,
  never: { "-c": IN_PIECES, "--bytes": IN_PIECES },
};

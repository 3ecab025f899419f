import { type Grammar, PATH, word } from "../grammar.ts";

const COUNT = word(/^[+-]?\d{1,12}[kKMG]?$/, "a number");
const LINES = word(/^[+-]?\d{1,12}$/, "a number of lines, or +100 for the line to start at");
const FOLLOWS = "following a file never ends; ask again later for what came since";

export const tail: Grammar = {
  purpose: "prints the end of files",
  form: {
    switches: "-q -v -z --quiet --silent --verbose --zero-terminated",
    options: { "-n --lines": LINES },
    hasLineCount: true,
    operands: { rest: PATH, min: 1 },
    // `tail +5 file` is an old way to say -n +5.
    operandNeverStartsWith: "+",
  },
  filters: {
    switches: "-q --quiet --silent",
    options: { "-n --lines -c --bytes": COUNT },
    hasLineCount: true,
    operands: { first: [PATH] },
    operandNeverStartsWith: "+",
  },
  readsContents: true,
  never: {
    "-f": FOLLOWS,
    "-F": FOLLOWS,
    "--follow": FOLLOWS,
    "--retry": FOLLOWS,
  },
};

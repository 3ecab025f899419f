import { type Grammar, IN_PIECES, NUMBER, PATH, word } from "../grammar.ts";

export const cmp: Grammar = {
  purpose: "compares two files byte by byte",
  form: {
    switches: "-s --quiet --silent",
    options: {
      "-n --bytes": NUMBER,
      "-i --ignore-initial": word(/^\d{1,15}(?::\d{1,15})?$/, "a number, or two as 1:2"),
    },
    operands: { first: [PATH, PATH], min: 2 },
  },
  readsContents: true,
  never: {
    "-b": IN_PIECES,
    "--print-bytes": IN_PIECES,
    "-l": IN_PIECES,
    "--verbose": IN_PIECES,
  },
};

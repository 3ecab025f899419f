import { type Grammar, PATH } from "../grammar.ts";

/** Without a terminal it only prints; with an empty environment there is no LESSOPEN to run. */
export const less: Grammar = {
  purpose: "prints files, as there is no terminal to page on",
  form: {
    switches: "-e -E -F -i -I -n -N -r -R -s -S -X",
    operands: { rest: PATH, min: 1 },
    operandNeverStartsWith: "+",
    spelling: "separate",
  },
  filters: { switches: "-e -E -F -i -I -n -N -r -R -s -S -X", spelling: "separate" },
  readsContents: true,
  never: {
    "-o": "it writes a file",
    "-O": "it writes a file",
    "-k": "a key file can bind commands",
    "-K": "there is no terminal",
  },
};

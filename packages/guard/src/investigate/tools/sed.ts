import { type Grammar, PATH, word } from "../grammar.ts";
import { isSafeSedScript } from "./sed-script.ts";

const SCRIPT = word(
  { test: isSafeSedScript },
  "a script of p, d, q, =, n, h, g, x, s/…/…/ and y/…/…/, without files and programs",
);

export const sed: Grammar = {
  purpose: "prints or changes lines of text",
  filters: {
    switches: "-n -E -r -u -z --quiet --silent --regexp-extended --posix --debug",
    options: { "-e --expression": SCRIPT },
    operands: { first: [SCRIPT], unless: ["-e", "--expression"], rest: PATH, min: 1 },
  },
  never: {
    "-i": "it would change the file; without it the result is shown",
    "--in-place": "it would change the file; without it the result is shown",
    "-f": "scripts are not read from a file; give them with -e",
    "--file": "scripts are not read from a file; give them with -e",
    "-s": "files are read as one",
  },
};

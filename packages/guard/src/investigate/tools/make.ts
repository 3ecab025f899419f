import { ALONE, forms, type Grammar } from "../grammar.ts";

const RUNS =
  "a makefile runs programs even under -n: $" +
  "(shell …) while it is read, and lines that start with +; read it with cat";

/** No reading of a makefile is harmless. */
export const make: Grammar = {
  purpose: "prints its version",
  form: forms(["-v --version -h --help", ALONE]),
  never: {
    "-n": RUNS,
    "--dry-run": RUNS,
    "--just-print": RUNS,
    "--recon": RUNS,
    "-p": RUNS,
    "--print-data-base": RUNS,
    "-q": RUNS,
    "--question": RUNS,
    "-f": RUNS,
    "-C": RUNS,
    "--eval": RUNS,
    all: RUNS,
  },
  startsIn: "/",
};

import { choice, forms, type Grammar, word } from "../grammar.ts";

const COMPILES = "it compiles, and macros run while it does";
const FACTS = [
  "sysroot",
  "cfg",
  "target-list",
  "target-cpus",
  "target-features",
  "target-libdir",
  "host-tuple",
  "crate-name",
  "file-names",
];

export const rustc: Grammar = {
  purpose: "prints its version and targets",
  form: forms(
    ["--version -V -vV --help", { switches: "-v --verbose" }],
    ["--print", { operands: { first: [choice(...FACTS)], min: 1 } }],
    ["--explain", { operands: { first: [word(/^E\d{4}$/, "an error like E0308")], min: 1 } }],
  ),
  never: {
    "-o": COMPILES,
    "--crate-type": COMPILES,
    "-C": COMPILES,
    "--emit": COMPILES,
    "-": COMPILES,
  },
  startsIn: "/",
};

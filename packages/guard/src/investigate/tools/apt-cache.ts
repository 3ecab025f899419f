import { ALONE, forms, type Grammar, NAME, NAME_PATTERN, TEXT } from "../grammar.ts";

const SETS = "settings of apt can name programs that it runs";

export const aptCache: Grammar = {
  purpose: "searches the package lists of Debian",
  form: forms(
    ["policy", { operands: { rest: NAME } }],
    ["show showpkg madison", { switches: "-a --all-versions", operands: { rest: NAME, min: 1 } }],
    [
      "depends rdepends",
      { switches: "-i --important --installed --recurse", operands: { rest: NAME, min: 1 } },
    ],
    ["search", { switches: "-n --names-only -f --full", operands: { rest: TEXT, min: 1 } }],
    ["pkgnames", { operands: { rest: NAME_PATTERN } }],
    ["stats unmet --version", ALONE],
  ),
  never: {
    "-o": SETS,
    "--option": SETS,
    "-c": SETS,
    "--config-file": SETS,
    gencaches: "it writes the cache",
    add: "it writes the cache",
  },
};

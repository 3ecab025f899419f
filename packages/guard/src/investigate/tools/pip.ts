import { ALONE, choice, forms, type Grammar, NAME, NO_NETWORK } from "../grammar.ts";

const CHANGES = "it changes what is installed, and runs what it installs";
const LEAKS = "settings of pip can hold passwords of package indexes";

export function pipGrammar(): Grammar {
  return {
    purpose: "shows Python packages",
    form: forms(
      [
        "list",
        {
          switches: "-l --local --user -e --editable --not-required --pre -v --verbose",
          options: { "--format": choice("columns", "freeze", "json"), "--exclude": NAME },
        },
      ],
      ["show", { switches: "-f --files -v --verbose", operands: { rest: NAME, min: 1 } }],
      ["freeze", { switches: "-l --local --user --all", options: { "--exclude": NAME } }],
      ["cache", { operands: { first: [choice("dir", "info", "list")], min: 1 } }],
      ["inspect", { switches: "--local --user" }],
      ["check --version -V --help", ALONE],
    ),
    never: {
      install: CHANGES,
      uninstall: CHANGES,
      download: CHANGES,
      wheel: CHANGES,
      config: LEAKS,
      debug: LEAKS,
      index: NO_NETWORK,
      search: NO_NETWORK,
      "-o": NO_NETWORK,
      "--outdated": NO_NETWORK,
      "-u": NO_NETWORK,
      "--uptodate": NO_NETWORK,
      "--python": "it runs another program",
      "-r": "requirement files are read with cat",
      "--path": "other directories are listed with ls",
    },
  };
}

export const pip: Grammar = pipGrammar();

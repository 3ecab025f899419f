import { ALONE, forms, type Grammar, NAME, NAME_PATTERN, TEXT } from "../grammar.ts";

const CHANGES = "it changes what is installed, or needs the network";
const SETS = "settings of apt can name programs that it runs";

export const apt: Grammar = {
  purpose: "shows Debian packages",
  form: forms(
    [
      "list",
      {
        switches: "--installed --upgradable --manual-installed -a --all-versions -v --verbose",
        operands: { rest: NAME_PATTERN },
      },
    ],
    ["show", { switches: "-a --all-versions", operands: { rest: NAME, min: 1 } }],
    ["policy", { operands: { rest: NAME } }],
    ["depends rdepends", { switches: "--installed", operands: { rest: NAME, min: 1 } }],
    ["search", { switches: "-n --names-only -f --full", operands: { rest: TEXT, min: 1 } }],
    ["--version -v", ALONE],
  ),
  never: {
    install: CHANGES,
    reinstall: CHANGES,
    remove: CHANGES,
    purge: CHANGES,
    autoremove: CHANGES,
    update: CHANGES,
    upgrade: CHANGES,
    "full-upgrade": CHANGES,
    download: CHANGES,
    source: CHANGES,
    changelog: CHANGES,
    "edit-sources": "it starts an editor",
    "-o": SETS,
    "--option": SETS,
    "-c": SETS,
    "--config-file": SETS,
  },
};

import { ALONE, forms, type Grammar, NAME, NO_NETWORK, sentences, TEXT } from "../grammar.ts";

const CHANGES = "it changes what is installed, and runs what it installs";

export const gem: Grammar = {
  purpose: "shows Ruby packages",
  form: forms(
    ["list", { switches: "-l --local -a --all -d --details -e --exact", operands: { rest: TEXT } }],
    ["contents which", { operands: { rest: NAME, min: 1 } }],
    ["specification", { switches: "-l --local", operands: { rest: NAME, min: 1 } }],
    ["env environment", { operands: { rest: NAME } }],
    ["info dependency", { switches: "-l --local -e --exact", operands: { rest: NAME, min: 1 } }],
    ["sources", { switches: "-l --list" }],
    ["-v --version --help", ALONE],
  ),
  absent: sentences(["search outdated owner", NO_NETWORK]),
  never: {
    install: CHANGES,
    uninstall: CHANGES,
    update: CHANGES,
    exec: CHANGES,
    build: CHANGES,
    cleanup: CHANGES,
    open: "it starts an editor",
    server: "it opens a port",
    fetch: NO_NETWORK,
    push: NO_NETWORK,
    "-r": NO_NETWORK,
    "--remote": NO_NETWORK,
    "-b": NO_NETWORK,
    "--both": NO_NETWORK,
    "--config-file": "another configuration can load programs",
  },
};

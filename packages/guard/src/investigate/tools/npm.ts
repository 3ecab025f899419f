import { ALONE, choice, forms, type Grammar, NUMBER, word } from "../grammar.ts";

const RUNS = "it runs programs of the project";
const NETWORK = "it needs the network";
const PACKAGE = word(/^(?:@[\w.-]+\/)?[A-Za-z0-9_][\w.-]*(?:@[\w.^-]+)?$/, "a package name");
/** Settings that tell about the machine. Everything else, tokens above all, stays private. */
const SETTING = choice(
  "registry",
  "prefix",
  "cache",
  "userconfig",
  "globalconfig",
  "engine-strict",
  "legacy-peer-deps",
  "package-lock",
  "strict-ssl",
  "ignore-scripts",
);

export const npm: Grammar = {
  purpose: "shows Node packages",
  form: forms(
    [
      "ls list ll la",
      {
        switches: "-a --all -g --global --json -l --long -p --parseable",
        options: { "--depth": NUMBER, "--omit --include": choice("dev", "optional", "peer") },
        operands: { rest: PACKAGE },
      },
    ],
    ["explain why", { switches: "--json", operands: { rest: PACKAGE, min: 1 } }],
    ["root prefix", { switches: "-g --global" }],
    ["config", { operands: { first: [choice("get"), SETTING], min: 2 } }],
    ["-v --version", ALONE],
  ),
  never: {
    install: RUNS,
    i: RUNS,
    ci: RUNS,
    add: RUNS,
    run: RUNS,
    "run-script": RUNS,
    exec: RUNS,
    x: RUNS,
    start: RUNS,
    test: RUNS,
    rebuild: RUNS,
    explore: RUNS,
    init: RUNS,
    view: NETWORK,
    info: NETWORK,
    outdated: NETWORK,
    audit: NETWORK,
    search: NETWORK,
    ping: NETWORK,
    publish: NETWORK,
    whoami: NETWORK,
    token: "tokens stay private",
    set: "it writes settings",
    edit: "it starts an editor",
    pkg: "it can write package.json; use cat package.json",
    cache: "it can write; use ls",
    "--prefix": "ask in the directory itself",
  },
};

import {
  ALONE,
  choice,
  forms,
  type Grammar,
  NO_NETWORK,
  NUMBER,
  RUNS_CODE,
  word,
} from "../grammar.ts";

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
    [
      "pkg",
      { operands: { first: [choice("get")], rest: word(/^[\w.[\]@/-]+$/, "a field"), min: 1 } },
    ],
    // Without a name it lists the scripts.
    ["run run-script", ALONE],
    ["-v --version", ALONE],
  ),
  never: {
    install: RUNS_CODE,
    i: RUNS_CODE,
    ci: RUNS_CODE,
    add: RUNS_CODE,
    "*": RUNS_CODE,
    exec: RUNS_CODE,
    x: RUNS_CODE,
    start: RUNS_CODE,
    test: RUNS_CODE,
    rebuild: RUNS_CODE,
    explore: RUNS_CODE,
    init: RUNS_CODE,
    view: NO_NETWORK,
    info: NO_NETWORK,
    outdated: NO_NETWORK,
    audit: NO_NETWORK,
    search: NO_NETWORK,
    ping: NO_NETWORK,
    publish: NO_NETWORK,
    whoami: NO_NETWORK,
    token: "tokens stay private",
    set: "it writes settings",
    edit: "it starts an editor",
    cache: "it can write; use ls",
    "--prefix": "ask in the directory itself",
  },
};

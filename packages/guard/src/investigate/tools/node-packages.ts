/** Package managers of JavaScript, with everything switched off that a project could make them run. */
import {
  ALONE,
  choice,
  type Form,
  forms,
  type Grammar,
  NO_NETWORK,
  RUNS_CODE,
  sentences,
  TEXT,
  word,
} from "../grammar.ts";

const PACKAGE = word(/^(?:@[\w.-]+\/)?[A-Za-z0-9_][\w.-]*(?:@[\w.^-]+)?$/, "a package name");
const DEPTH = word(/^(?:\d{1,4}|Infinity|-1)$/, "a number");
const WORKSPACE = word(/^[@\w./*-]+$/, "the name of a workspace");
/** Whatever logs in stays private. Files with such settings are hidden as well. */
const SETTING = word(
  /^(?!.*(?:auth|token|password|username|email|otp|cert|key))[@a-z][\w:.@/-]*$/i,
  "the name of a setting that is not a login",
);
const SETTINGS: Form = {
  switches: "-l --long --json -g --global",
  operands: { first: [choice("get", "list", "ls"), SETTING], min: 1 },
};
const HIDDEN = "settings files can hold tokens and are hidden: a look knows the other settings";
const ONLINE =
  "view info show v outdated audit search s se find ping whoami doctor owner team org access " +
  "dist-tag dist-tags stars profile repo bugs docs home";
const LISTED: Form = {
  switches:
    "-a --all -g --global --json -l --long -p --parseable --prod --production --dev --link " +
    "--package-lock-only --workspaces --include-workspace-root --no-unicode --silent -s",
  options: {
    "--depth": DEPTH,
    "--omit --include": choice("dev", "optional", "peer"),
    "--only": choice("dev", "development", "prod", "production"),
    "-w --workspace": WORKSPACE,
  },
  operands: { rest: PACKAGE },
};

export const npm: Grammar = {
  purpose: "shows Node packages",
  form: forms(
    ["ls list ll la", LISTED],
    ["explain why", { switches: "--json", operands: { rest: PACKAGE, min: 1 } }],
    ["query", { operands: { first: [TEXT], min: 1 } }],
    ["root prefix bin", { switches: "-g --global" }],
    ["config c", SETTINGS],
    ["get", { operands: { first: [SETTING], min: 1 } }],
    [
      "pkg",
      {
        switches: "--json",
        operands: { first: [choice("get")], rest: word(/^[\w.[\]@/-]+$/, "a field"), min: 1 },
      },
    ],
    [
      "-g --global",
      { ...LISTED, operands: { first: [choice("ls", "list", "root", "bin", "prefix")], min: 1 } },
    ],
    // Without a name it lists the scripts, and without a number it prints versions.
    ["run run-script version fund", { switches: "--json" }],
    ["help", { operands: { first: [word(/^[a-z-]+$/, "a topic")] } }],
    ["-v --version", ALONE],
  ),
  ignores: [
    "--silent",
    "-s",
    "--no-color",
    "--offline",
    "--no-update-notifier",
    "--loglevel=error",
  ],
  note: ([verb = ""]) => (/^(?:c|config|get)$/.test(verb) ? HIDDEN : null),
  environment: () => ({ NPM_CONFIG_VIEWER: "cat", PAGER: "cat" }),
  absent: sentences([ONLINE, NO_NETWORK]),
  never: {
    "*": RUNS_CODE,
    publish: "it sends the project to others",
    token: "tokens stay private",
    set: "it writes settings",
    edit: "it starts an editor",
    cache: "it can write; use ls",
    "--prefix": "ask in the directory itself",
  },
};

const PNPM_LISTED: Form = {
  switches:
    "-P -D -r -g --prod --dev --recursive --global --json --long --parseable --no-optional " +
    "--only-projects --lockfile-only -w --workspace-root",
  options: { "--depth": DEPTH, "--filter -F": TEXT },
  operands: { rest: PACKAGE },
};

/** Hooks of the project are switched off by a flag. */
export const pnpm: Grammar = {
  purpose: "asks about Node packages",
  form: forms(
    ["ls list ll la why", PNPM_LISTED],
    [
      "-r --recursive -g",
      {
        ...PNPM_LISTED,
        operands: { first: [choice("ls", "list", "ll", "why")], rest: PACKAGE, min: 1 },
      },
    ],
    ["root bin", { switches: "-g" }],
    ["store", { operands: { first: [choice("path")], min: 1 } }],
    ["config c", SETTINGS],
    ["get", { operands: { first: [SETTING], min: 1 } }],
    ["-v", ALONE],
  ),
  note: ([verb = ""]) => (/^(?:c|config|get)$/.test(verb) ? HIDDEN : null),
  adds: ([verb = ""]) => (/^(?:l|why|-r|-g)/.test(verb) ? ["--ignore-pnpmfile"] : []),
  environment: () => ({
    npm_config_manage_package_manager_versions: "false",
    npm_config_offline: "true",
    COREPACK_ENABLE_NETWORK: "0",
  }),
  absent: sentences(["outdated audit view info show search licenses", NO_NETWORK]),
  never: { "*": RUNS_CODE },
};

/** The program that a project names for yarn is switched off, and its settings file is hidden. */
export const yarn: Grammar = {
  purpose: "asks about Node packages",
  form: forms(
    [
      "list why",
      {
        switches: "--json --prod --production --recursive -R --no-progress -s --silent",
        options: { "--depth": DEPTH, "--pattern": TEXT },
        operands: { rest: PACKAGE },
      },
    ],
    ["config", { switches: "--json", operands: { first: [choice("get", "list"), SETTING] } }],
    [
      "workspaces",
      { switches: "--json -v -R", operands: { first: [choice("info", "list")], min: 1 } },
    ],
    ["cache", { operands: { first: [choice("dir")], min: 1 } }],
    ["-v --version versions", ALONE],
  ),
  ignores: ["--silent", "-s"],
  note: ([verb]) => (verb === "config" ? HIDDEN : null),
  startsIn: ([verb = ""]) => (verb.startsWith("-") ? "/" : null),
  environment: () => ({
    YARN_IGNORE_PATH: "1",
    YARN_ENABLE_NETWORK: "0",
    YARN_ENABLE_TELEMETRY: "0",
    COREPACK_ENABLE_PROJECT_SPEC: "0",
    COREPACK_ENABLE_NETWORK: "0",
  }),
  absent: sentences(["info outdated audit npm search", NO_NETWORK]),
  never: { "*": RUNS_CODE },
};

export const bun: Grammar = {
  purpose: "names its version and lists Node packages",
  form: forms(
    [
      "pm",
      { switches: "--all -g", operands: { first: [choice("ls", "bin", "hash", "cache")], min: 1 } },
    ],
    ["-v --version --revision", ALONE],
  ),
  startsIn: ([verb]) => (verb === "pm" ? null : "/"),
  absent: sentences(["outdated info audit", NO_NETWORK]),
  never: { "*": RUNS_CODE },
};

/**
 * Package managers and tool chains: what is installed, with everything switched off that a project
 * could make them run.
 */
import {
  ALONE,
  choice,
  forms,
  type Grammar,
  NAME,
  NO_NETWORK,
  PATH,
  RUNS_CODE,
  sentences,
  type Value,
  word,
} from "../grammar.ts";

const PACKAGE = word(/^@?[\w][\w./@:+~-]*$/, "a package name");
const LOCAL = { operands: { rest: PACKAGE } };

/** Plugins and scripts of the project are switched off by flags. */
export const composer: Grammar = {
  purpose: "asks about PHP packages",
  form: forms(
    [
      "show info licenses depends why prohibits why-not validate check-platform-reqs suggests fund",
      {
        switches:
          "-a -D -i -l -N -P -s -t --all --direct --installed --locked --name-only --path --platform --self --tree --no-dev " +
          "--recursive --strict --no-check-all --no-check-publish --no-check-lock --lock -r " +
          "-n --no-interaction --no-ansi",
        options: { "-f --format": choice("text", "json", "summary") },
        operands: { rest: word(/^[\w./*^~<>=|-]+$/, "a package name or version") },
      },
    ],
    ["config", { switches: "-l --list -g --global", needsFlag: true }],
    ["--version -V about", ALONE],
  ),
  ignores: ["-n", "--no-interaction", "--no-ansi", "-q"],
  adds: () => ["--no-plugins", "--no-scripts", "--no-interaction"],
  environment: () => ({ COMPOSER_DISABLE_NETWORK: "1", COMPOSER_ALLOW_SUPERUSER: "1" }),
  absent: sentences(["outdated audit diagnose search browse home", NO_NETWORK]),
  never: { "*": RUNS_CODE },
};

/** Toolchains that a project names are not used: it starts in `/`. */
export const rustup: Grammar = {
  purpose: "lists toolchains of Rust",
  form: forms(
    [
      "show",
      { switches: "-v", operands: { first: [choice("active-toolchain", "home", "profile")] } },
    ],
    ["toolchain", { switches: "-v", operands: { first: [choice("list")], min: 1 } }],
    [
      "target component",
      {
        switches: "--installed -q",
        options: { "--toolchain": NAME },
        operands: { first: [choice("list")], min: 1 },
      },
    ],
    ["override", { operands: { first: [choice("list")], min: 1 } }],
    ["which", { options: { "--toolchain": NAME }, operands: { first: [NAME], min: 1 } }],
    ["-V", ALONE],
  ),
  startsIn: "/",
  absent: sentences(["update check", NO_NETWORK]),
  never: { "*": "it changes toolchains, or runs one" },
};

export const terraform: Grammar = {
  purpose: "asks about a configuration, without starting providers",
  form: forms(
    ["version", { switches: "-json", spelling: "whole" }],
    ["providers", ALONE],
    ["workspace", { operands: { first: [choice("list", "show")], min: 1 } }],
    ["state", { operands: { first: [choice("list")], min: 1 } }],
    [
      "fmt",
      {
        spelling: "whole",
        switches: "-check -diff -recursive",
        needsFlag: true,
        operands: { rest: PATH },
      },
    ],
    ["-v -version", ALONE],
  ),
  adds: (words) => (words[0] === "fmt" ? ["-write=false"] : []),
  readsTrees: (words) => words[0] === "fmt",
  environment: () => ({ CHECKPOINT_DISABLE: "1", TF_IN_AUTOMATION: "1", TF_INPUT: "0" }),
  never: {
    "*": "it starts providers, which are programs of the project, or needs the network",
    ...sentences(["output show", "a state holds passwords; read the configuration with cat"]),
  },
};

export const aws: Grammar = {
  purpose: "names its version and profile",
  form: forms(["configure", { operands: { first: [choice("list", "list-profiles")], min: 1 } }]),
  startsIn: "/",
  absent: sentences(["*", NO_NETWORK]),
};

export const opam: Grammar = {
  purpose: "asks about OCaml packages",
  form: forms(
    ["list", { switches: "-i -a --installed --all --short -s", ...LOCAL }],
    ["show info", { switches: "--installed", ...LOCAL }],
    ["switch", { switches: "-s --short", operands: { first: [choice("list", "show")] } }],
    ["var", { operands: { first: [NAME] } }],
  ),
  never: { "*": "it changes a switch, or runs something in it" },
};

export const ghcPkg: Grammar = {
  purpose: "lists Haskell packages",
  form: forms(
    [
      "list describe latest field",
      { switches: "--user --global --simple-output --names-only", operands: { rest: NAME } },
    ],
    ["check", ALONE],
  ),
  never: { "*": "it changes what is registered" },
};

export const ghcup: Grammar = {
  purpose: "lists Haskell tools",
  form: forms(
    [
      "list",
      {
        switches: "-r --raw-format --offline",
        options: {
          "-c --show-criteria": choice("installed", "set", "available"),
          "-t --tool": NAME,
        },
      },
    ],
    ["whereis", { operands: { rest: NAME } }],
  ),
  startsIn: "/",
  never: { "*": NO_NETWORK },
};

export const luarocks: Grammar = {
  purpose: "asks about Lua packages",
  form: forms(
    ["list show which doc", { switches: "--porcelain --outdated --tree", ...LOCAL }],
    ["path config", ALONE],
  ),
  startsIn: "/",
  never: { "*": "it changes what is installed, or needs the network" },
};

export const dart: Grammar = {
  purpose: "names its version and lists packages",
  form: forms(
    [
      "pub",
      {
        switches: "--no-dev --json",
        options: { "-s --style": choice("compact", "list", "tree") },
        operands: { first: [choice("deps")], min: 1 },
      },
    ],
    ["info", ALONE],
  ),
  never: { "*": RUNS_CODE },
};

export const flutter: Grammar = {
  purpose: "names its version and checks its installation",
  form: forms(
    ["doctor", { switches: "-v" }],
    ["devices", ALONE],
    ["config", { switches: "--list", needsFlag: true }],
  ),
  startsIn: "/",
  never: { "*": RUNS_CODE },
};

const SOLUTION: Value = {
  is: "path",
  like: /^list$|^[^-].*\.slnx?$/,
  called: "list, or a solution",
};

export const dotnet: Grammar = {
  purpose: "names its versions",
  form: forms(
    ["--version --info --list-sdks --list-runtimes", ALONE],
    ["tool", { switches: "-g --global", operands: { first: [choice("list")], min: 1 } }],
    ["nuget+list", { operands: { first: [choice("source")], min: 1 } }],
    [
      "nuget+locals",
      {
        switches: "-l --list",
        needsFlag: true,
        operands: {
          first: [choice("all", "http-cache", "global-packages", "temp", "plugins-cache")],
          min: 1,
        },
      },
    ],
    ["workload", { operands: { first: [choice("list")], min: 1 } }],
    ["new", { operands: { first: [choice("list")], min: 1 } }],
    // Solutions are lists of projects, which are not evaluated.
    ["sln", { operands: { first: [SOLUTION], rest: choice("list"), min: 1 } }],
  ),
  startsIn: ([verb]) => (verb === "sln" ? null : "/"),
  readsContents: true,
  absent: sentences(["sdk", NO_NETWORK]),
  environment: () => ({ DOTNET_CLI_TELEMETRY_OPTOUT: "1", DOTNET_NOLOGO: "1" }),
  never: { "*": RUNS_CODE },
};

export const gcloud: Grammar = {
  purpose: "names its version and settings",
  form: forms(["config", { operands: { first: [choice("list")], min: 1 } }], ["version -v", ALONE]),
  startsIn: "/",
  absent: sentences(["*", NO_NETWORK]),
};

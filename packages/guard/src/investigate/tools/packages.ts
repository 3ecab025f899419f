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
  NUMBER,
  PATH,
  RUNS_CODE,
  TEXT,
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
    ["--version -V about", ALONE],
  ),
  adds: () => ["--no-plugins", "--no-scripts", "--no-interaction"],
  environment: () => ({ COMPOSER_DISABLE_NETWORK: "1", COMPOSER_ALLOW_SUPERUSER: "1" }),
  never: { "*": RUNS_CODE, outdated: NO_NETWORK, audit: NO_NETWORK, diagnose: NO_NETWORK },
};

/** Toolchains that a project names are not used: it starts in `/`. */
export const rustup: Grammar = {
  purpose: "lists toolchains of Rust",
  form: forms(
    ["show", { operands: { first: [choice("active-toolchain", "home", "profile")] } }],
    ["toolchain", { switches: "-v", operands: { first: [choice("list")], min: 1 } }],
    [
      "target component",
      {
        switches: "--installed -q",
        options: { "--toolchain": NAME },
        operands: { first: [choice("list")], min: 1 },
      },
    ],
    ["-V", ALONE],
  ),
  startsIn: "/",
  never: { "*": "it changes toolchains, or runs one", update: NO_NETWORK, check: NO_NETWORK },
};

/** Hooks of the project are switched off by a flag. */
export const pnpm: Grammar = {
  purpose: "asks about Node packages",
  form: forms(
    [
      "ls list ll why",
      {
        switches:
          "-P -D -r -g --prod --dev --recursive --global --json --long --parseable --no-optional",
        options: { "--depth": word(/^(?:\d+|Infinity|-1)$/, "a number"), "--filter": TEXT },
        operands: { rest: PACKAGE },
      },
    ],
    ["root bin", { switches: "-g" }],
    ["-v", ALONE],
  ),
  adds: (words) => (["-v", "root", "bin"].includes(words[0] ?? "") ? [] : ["--ignore-pnpmfile"]),
  environment: () => ({
    npm_config_manage_package_manager_versions: "false",
    npm_config_offline: "true",
    COREPACK_ENABLE_NETWORK: "0",
  }),
  never: { "*": RUNS_CODE, outdated: NO_NETWORK, audit: NO_NETWORK },
};

/** The system's Python answers: one in the project would be a program of the project. */
export const uv: Grammar = {
  purpose: "asks about Python packages",
  form: forms(
    [
      "tree",
      {
        switches: "--frozen --no-dedupe --invert --outdated --universal --all-groups --no-dev",
        options: { "--depth -d": NUMBER, "--package --prune": NAME },
      },
    ],
    [
      "pip",
      {
        switches: "--system",
        options: { "--format": choice("columns", "freeze", "json") },
        operands: {
          first: [choice("list", "freeze", "show", "check", "tree")],
          rest: NAME,
          min: 1,
        },
      },
    ],
    [
      "python",
      { switches: "--only-installed", operands: { first: [choice("list", "dir")], min: 1 } },
    ],
    ["tool", { operands: { first: [choice("list", "dir")], min: 1 } }],
    ["version -V", ALONE],
  ),
  adds: (words) => (words[0] === "tree" ? ["--frozen", "--offline"] : []),
  environment: () => ({
    UV_PYTHON: "/usr/bin/python3",
    UV_PYTHON_DOWNLOADS: "never",
    UV_OFFLINE: "1",
    UV_NO_CONFIG: "1",
    UV_NO_CACHE: "1",
    UV_PROJECT_ENVIRONMENT: "/dev/shm/none",
  }),
  note: "asked with the system's Python: one of the project is not run",
  never: { "*": RUNS_CODE, "--outdated": NO_NETWORK },
};

export const conda: Grammar = {
  purpose: "asks about Conda environments and packages",
  form: forms(
    [
      "list",
      {
        switches: "--json -e --export --explicit",
        options: { "-n --name": NAME },
        operands: { first: [TEXT] },
      },
    ],
    ["info", { switches: "-a -e -s --envs --all --json" }],
    ["env", { switches: "--json", operands: { first: [choice("list")], min: 1 } }],
    ["-V", ALONE],
  ),
  environment: () => ({ CONDA_OFFLINE: "true" }),
  startsIn: "/",
  never: { "*": "it changes an environment, or runs something in it", search: NO_NETWORK },
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
  never: { "*": "it starts providers, which are programs of the project, or needs the network" },
};

export const aws: Grammar = {
  purpose: "names its version and profile",
  form: forms(["configure", { operands: { first: [choice("list", "list-profiles")], min: 1 } }]),
  startsIn: "/",
  never: { "*": NO_NETWORK },
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
  form: forms(["doctor", { switches: "-v" }], ["devices", ALONE]),
  startsIn: "/",
  never: { "*": RUNS_CODE },
};

export const dotnet: Grammar = {
  purpose: "names its versions",
  form: forms(
    ["--version --info --list-sdks --list-runtimes", ALONE],
    ["tool", { switches: "-g --global", operands: { first: [choice("list")], min: 1 } }],
    ["nuget", { operands: { first: [choice("list"), choice("source")], min: 2 } }],
  ),
  startsIn: "/",
  environment: () => ({ DOTNET_CLI_TELEMETRY_OPTOUT: "1", DOTNET_NOLOGO: "1" }),
  never: { "*": RUNS_CODE },
};

export const pipdeptree: Grammar = {
  purpose: "shows Python packages as a tree",
  form: {
    switches: "-r -l -u -a -f --reverse --local-only --user-only --all --freeze --json --json-tree",
    options: { "-p --packages -e --exclude": word(/^[\w.,*-]+$/, "names"), "-d --depth": NUMBER },
  },
  startsIn: "/",
  never: { "--python": "it runs another program" },
};

export const gcloud: Grammar = {
  purpose: "names its version and settings",
  form: forms(["config", { operands: { first: [choice("list")], min: 1 } }], ["version -v", ALONE]),
  startsIn: "/",
  never: { "*": NO_NETWORK },
};

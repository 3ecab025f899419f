/** Package managers of Python. Where one would ask a Python, it asks the system's. */
import {
  ALONE,
  choice,
  type Form,
  forms,
  type Grammar,
  NAME,
  NO_NETWORK,
  NUMBER,
  PATH,
  RUNS_CODE,
  sentences,
  TEXT,
  type Value,
  word,
} from "../grammar.ts";

const CHANGES = "it changes what is installed, and runs what it installs";
const NAMES = word(/^[\w.,*-]+$/, "names");
const SETTING = word(/^(?!.*(?:auth|token|password|basic|cert))[\w.-]+$/i, "the name of a setting");
const HIDDEN = "settings in the home can hold passwords and are hidden: a look knows the others";
/** It starts in `/`. */
const ABSOLUTE: Value = { is: "path", like: /^\//, called: "an absolute path" };
const LIST: Form = {
  switches:
    "-l --local --user -e --editable --exclude-editable --include-editable --not-required --pre -v --verbose -q --quiet",
  options: { "--format": choice("columns", "freeze", "json"), "--exclude": NAME },
};
const DOWNLOADS = "it downloads packages and runs their set-up, and there is no network here";

export const pip: Grammar = {
  purpose: "shows Python packages",
  form: forms(
    ["list", LIST],
    ["show", { switches: "-f --files -v --verbose", operands: { rest: NAME, min: 1 } }],
    [
      "freeze",
      { switches: "-l --local --user --all --exclude-editable", options: { "--exclude": NAME } },
    ],
    ["cache", { operands: { first: [choice("dir", "info", "list")], rest: NAME, min: 1 } }],
    [
      "config",
      {
        switches: "-v --verbose --user --global --site",
        operands: { first: [choice("list", "get", "debug"), SETTING], min: 1 },
      },
    ],
    ["debug", { switches: "-v --verbose" }],
    ["inspect", { switches: "--local --user" }],
    ["hash", { operands: { rest: PATH, min: 1 } }],
    ["help", { operands: { first: [NAME] } }],
    ["check --version -V --help", ALONE],
  ),
  ignores: ["--disable-pip-version-check", "--no-color", "--no-input", "-q", "-v"],
  note: ([verb]) => (verb === "config" ? HIDDEN : null),
  absent: sentences(["index search", NO_NETWORK]),
  never: {
    ...sentences(["install download wheel", DOWNLOADS], ["uninstall", CHANGES]),
    ...sentences(["-o --outdated -u --uptodate", NO_NETWORK]),
    "--python": "it runs another program",
    "-r": "requirement files are read with cat",
    "--path": "other directories are listed with ls",
  },
};

/** `pip` after `-m` takes the same words as `pip` itself. */
export const PIP_MODULE: Form = {
  ...LIST,
  switches: `${LIST.switches} -f --files --all -V --version --global --site`,
  operands: {
    first: [
      choice("pip"),
      choice("list", "show", "freeze", "check", "debug", "cache", "inspect", "config"),
    ],
    rest: NAME,
    min: 1,
  },
};

/** The system's Python answers: one in the project would be a program of the project. */
const SYSTEM_PYTHON = "asked with the system's Python: one of the project is not run";

export const uv: Grammar = {
  purpose: "asks about Python packages",
  form: forms(
    [
      "tree",
      {
        switches:
          "--frozen --locked --offline --no-dedupe --invert --outdated --universal --all-groups --no-dev -q --quiet",
        options: { "--depth -d": NUMBER, "--package --prune": NAME },
      },
    ],
    [
      "pip",
      {
        switches: "--system -q --quiet --editable -e --exclude-editable -f --files --strict",
        options: { "--format": choice("columns", "freeze", "json") },
        operands: {
          first: [choice("list", "freeze", "show", "check", "tree")],
          rest: NAME,
          min: 1,
        },
      },
    ],
    [
      "export",
      {
        switches:
          "--frozen --locked --no-hashes --no-dev --all-extras --no-emit-project -q --quiet",
        options: { "--format": choice("requirements-txt", "requirements.txt", "pylock.toml") },
      },
    ],
    [
      "python",
      {
        switches: "--only-installed --offline --all-versions",
        operands: { first: [choice("list", "dir")], rest: NAME, min: 1 },
      },
    ],
    ["tool", { operands: { first: [choice("list", "dir")], min: 1 } }],
    ["cache", { operands: { first: [choice("dir")], min: 1 } }],
    ["version -V", ALONE],
  ),
  adds: ([verb = ""]) => (["tree", "export"].includes(verb) ? ["--frozen", "--offline"] : []),
  environment: () => ({
    UV_PYTHON: "/usr/bin/python3",
    UV_PYTHON_DOWNLOADS: "never",
    UV_OFFLINE: "1",
    UV_NO_CONFIG: "1",
    UV_NO_CACHE: "1",
    UV_PROJECT_ENVIRONMENT: "/dev/shm/none",
  }),
  note: SYSTEM_PYTHON,
  never: { "*": RUNS_CODE, "--outdated": NO_NETWORK },
};

/** Plugins, and the environment in the project with its own Python, are switched off. */
export const poetry: Grammar = {
  purpose: "asks about Python packages",
  form: forms(
    [
      "show",
      {
        switches: "-t --tree -T --top-level -a --all -q --quiet --no-truncate --no-ansi --no-dev",
        options: { "--only --with --without": NAMES },
        operands: { rest: NAME },
      },
    ],
    [
      "env",
      {
        switches: "-p --path -e --executable --full-path",
        operands: { first: [choice("info", "list")], min: 1 },
      },
    ],
    ["check", { switches: "--lock --strict" }],
    ["config", { switches: "--list", needsFlag: true }],
    ["about version -V", ALONE],
  ),
  ignores: ["--no-ansi", "-n", "--no-interaction", "-q"],
  adds: () => ["--no-plugins", "--no-interaction"],
  environment: () => ({
    POETRY_VIRTUALENVS_CREATE: "false",
    POETRY_VIRTUALENVS_IN_PROJECT: "false",
    POETRY_CACHE_DIR: "/dev/shm/poetry",
    POETRY_KEYRING_ENABLED: "false",
  }),
  note: SYSTEM_PYTHON,
  absent: sentences(["search", NO_NETWORK]),
  never: {
    "*": RUNS_CODE,
    "-l": NO_NETWORK,
    "--latest": NO_NETWORK,
    "-o": NO_NETWORK,
    "--outdated": NO_NETWORK,
  },
};

export const pipx: Grammar = {
  purpose: "lists Python applications",
  form: forms(
    ["list", { switches: "--short --json --skip-maintenance" }],
    ["environment", { options: { "--value -V": NAME } }],
  ),
  startsIn: "/",
  never: { "*": CHANGES },
};

export const conda: Grammar = {
  purpose: "asks about Conda environments and packages",
  form: forms(
    [
      "list",
      {
        switches: "--json -e --export --explicit -f --full-name --revisions -c --canonical",
        options: { "-n --name": NAME, "-p --prefix": ABSOLUTE },
        operands: { first: [TEXT] },
      },
    ],
    ["info", { switches: "-a -e -s --envs --all --json --base" }],
    [
      "env",
      {
        switches: "--json --from-history --no-builds",
        options: { "-n --name": NAME, "-p --prefix": ABSOLUTE },
        operands: { first: [choice("list", "export")], min: 1 },
      },
    ],
    [
      "config",
      {
        switches: "--show --show-sources --get --json",
        needsFlag: true,
        operands: { rest: SETTING },
      },
    ],
    ["-V", ALONE],
  ),
  environment: () => ({ CONDA_OFFLINE: "true" }),
  startsIn: "/",
  absent: sentences(["search repoquery", NO_NETWORK]),
  never: { "*": "it changes an environment, or runs something in it" },
};

export const pipdeptree: Grammar = {
  purpose: "shows Python packages as a tree",
  form: {
    switches: "-r -l -u -a -f --reverse --local-only --user-only --all --freeze --json --json-tree",
    options: {
      "-p --packages -e --exclude": NAMES,
      "-d --depth": NUMBER,
      "-w --warn": choice("silence", "suppress", "fail"),
    },
  },
  startsIn: "/",
  never: { "--python": "it runs another program" },
};

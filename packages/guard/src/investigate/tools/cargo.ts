import {
  ALONE,
  choice,
  forms,
  type Grammar,
  NO_NETWORK,
  NUMBER,
  RUNS_CODE,
  sentences,
  TEXT,
  word,
} from "../grammar.ts";

const STEERED = "settings can name programs that it runs; read Cargo.toml and Cargo.lock with cat";
const PACKAGE = word(/^[\w][\w@:.+-]*$/, "a package name");
const FEATURES = {
  "--features -F": word(/^[\w,/ -]+$/, "names of features"),
  "--target": word(/^[\w.-]+$/, "a target"),
} as const;

/** Variables override what a project's settings name. */
const STEADY = {
  RUSTC: "rustc",
  RUSTFMT: "rustfmt",
  RUSTC_WRAPPER: "",
  RUSTC_WORKSPACE_WRAPPER: "",
  CARGO_BUILD_RUSTC: "rustc",
  CARGO_BUILD_RUSTC_WRAPPER: "",
  CARGO_BUILD_RUSTC_WORKSPACE_WRAPPER: "",
  CARGO_NET_OFFLINE: "true",
  RUSTUP_TOOLCHAIN: "stable",
} as const;

/**
 * A project's .cargo/config.toml names the compiler that even `cargo metadata` starts; variables
 * override it. The tool chain that a project names is overridden too.
 */
export const cargo: Grammar = {
  purpose: "names its version and lists dependencies",
  form: forms(
    ["--version -V version --list --help -vV", { switches: "-v --verbose" }],
    [
      "tree",
      {
        switches:
          "-d -i --invert --duplicates --all-features --no-default-features --workspace --no-dedupe --offline --locked --frozen --all-targets",
        options: {
          ...FEATURES,
          "-p --package --prune --exclude": PACKAGE,
          "-e --edges": word(/^[a-z,-]+$/, "kinds like features"),
          "--depth": NUMBER,
          "-f --format": TEXT,
          "--prefix": choice("depth", "indent", "none"),
        },
        operands: { rest: PACKAGE },
      },
    ],
    [
      "metadata",
      {
        switches: "--no-deps --all-features --no-default-features --offline --locked --frozen",
        options: { ...FEATURES, "--format-version": choice("1") },
      },
    ],
    ["fmt", { switches: "--check --all", operands: { rest: choice("--check") } }],
    ["pkgid", { options: { "-p": PACKAGE }, operands: { rest: PACKAGE } }],
    ["verify-project read-manifest", ALONE],
    ["locate-project", { switches: "--workspace" }],
  ),
  adds: (words) =>
    words[0] === "tree" || words[0] === "metadata" ? ["--offline", "--locked"] : [],
  // Without the flag it would change files.
  rewrites: (words) => (words[0] === "fmt" ? ["fmt", "--check"] : words),
  readsTrees: (words) => words[0] === "fmt",
  startsIn: ([verb = ""]) => (/^(?:-|version)/.test(verb) ? "/" : null),
  environment: ([verb = ""]) => (/^(?:-|version)/.test(verb) ? {} : STEADY),
  absent: sentences(["search info outdated audit owner", NO_NETWORK]),
  never: {
    run: RUNS_CODE,
    build: RUNS_CODE,
    test: RUNS_CODE,
    bench: RUNS_CODE,
    check: RUNS_CODE,
    clippy: RUNS_CODE,
    install: RUNS_CODE,
    fix: RUNS_CODE,
    "--config": STEERED,
    "-Z": STEERED,
    "-C": STEERED,
    "--manifest-path": "ask in the directory itself: cd DIRECTORY && cargo …",
    publish: "it sends the project to others",
    update: "it changes Cargo.lock, and there is no network here",
    login: "it writes a token",
  },
};

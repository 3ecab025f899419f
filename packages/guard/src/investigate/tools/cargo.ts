import { ALONE, forms, type Grammar } from "../grammar.ts";

const RUNS = "it runs programs of the project";
const STEERED =
  "a project's .cargo/config.toml names the compiler it starts; read Cargo.toml and Cargo.lock with cat";

/** Even `cargo metadata` starts the compiler that the project names. */
export const cargo: Grammar = {
  purpose: "prints its version",
  form: forms(["--version -V version --list --help", ALONE], ["-vV", ALONE]),
  never: {
    run: RUNS,
    build: RUNS,
    test: RUNS,
    bench: RUNS,
    check: RUNS,
    clippy: RUNS,
    install: RUNS,
    fix: RUNS,
    tree: STEERED,
    metadata: STEERED,
    "--config": STEERED,
    "-Z": STEERED,
    "-C": STEERED,
    publish: "it needs the network",
    login: "it writes a token",
  },
  startsIn: "/",
};

import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    rule: "cargo-feature",
    when: "it is misspelt",
    files: {
      "Cargo.toml":
        '[package]\nname = "app"\nversion = "0.1.0"\nedition = "2021"\n\n[features]\ncli = []\n',
      "src/main.rs": "fn main() {}\n",
    },
    command: "cargo build --offline --features clii",
    shows: "clii",
    needs: ["cargo"],
  },
  {
    rule: "cargo-package",
    when: "it is misspelt",
    files: {
      "Cargo.toml": '[package]\nname = "app"\nversion = "0.1.0"\nedition = "2021"\n',
      "src/main.rs": "fn main() {}\n",
    },
    command: "cargo build --offline -p ap",
    shows: "did not match any packages",
    needs: ["cargo"],
  },
  {
    rule: "cargo-required-features",
    when: "the target is left out without them",
    files: {
      "Cargo.toml":
        '[package]\nname = "app"\nversion = "0.1.0"\nedition = "2021"\n\n[[bin]]\nname = "tool"\npath = "src/tool.rs"\nrequired-features = ["cli"]\n\n[features]\ncli = []\n',
      "src/tool.rs": "fn main() {}\n",
    },
    command: "cargo run -q --offline --bin tool",
    shows: "requires the features",
    needs: ["cargo"],
  },
  {
    rule: "cargo-named",
    when: "the package has two programs",
    files: {
      "Cargo.toml": '[package]\nname = "app"\nversion = "0.1.0"\nedition = "2021"\n',
      "src/bin/a.rs": "fn main() {}\n",
      "src/bin/b.rs": "fn main() {}\n",
    },
    command: "cargo run --offline",
    shows: "available binaries: a, b",
    hints: "cargo run --bin a",
    needs: ["cargo"],
  },
];

import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    rule: "cargo-edition",
    when: "there is none of that year",
    files: {
      "Cargo.toml": '[package]\nname = "app"\nversion = "0.1.0"\nedition = "2022"\n',
      "src/main.rs": "fn main() {}\n",
    },
    command: "cargo build --offline",
    shows: "edition",
    needs: ["cargo"],
  },
  {
    rule: "cargo-version",
    when: "it has two numbers",
    files: {
      "Cargo.toml": '[package]\nname = "app"\nversion = "0.1"\nedition = "2021"\n',
      "src/main.rs": "fn main() {}\n",
    },
    command: "cargo build --offline",
    shows: "minor version number",
    needs: ["cargo"],
  },
  {
    rule: "cargo-key",
    when: "the name of the package is missing",
    files: {
      "Cargo.toml": '[package]\nnam = "app"\nversion = "0.1.0"\nedition = "2021"\n',
      "src/main.rs": "fn main() {}\n",
    },
    command: "cargo build --offline",
    shows: "missing field",
    needs: ["cargo"],
  },
  {
    rule: "cargo-no-edition",
    when: "a function is async",
    files: {
      "Cargo.toml": '[package]\nname = "app"\nversion = "0.1.0"\n',
      "src/main.rs": "async fn f() {}\n\nfn main() {\n    let _ = f();\n}\n",
    },
    command: "cargo build --offline",
    shows: "not permitted in Rust 2015",
    needs: ["cargo"],
  },
  {
    rule: "cargo-source-path",
    when: "the path of a program is misspelt",
    files: {
      "Cargo.toml":
        '[package]\nname = "app"\nversion = "0.1.0"\nedition = "2021"\n\n[[bin]]\nname = "app"\npath = "src/mian.rs"\n',
      "src/main.rs": "fn main() {}\n",
    },
    command: "cargo build --offline",
    shows: "src/mian.rs",
    needs: ["cargo"],
  },
  {
    rule: "cargo-path-of",
    when: "a member of the workspace is misspelt",
    files: {
      "Cargo.toml": '[workspace]\nmembers = ["clii"]\n',
      "cli/Cargo.toml": '[package]\nname = "cli"\nversion = "0.1.0"\nedition = "2021"\n',
      "cli/src/main.rs": "fn main() {}\n",
    },
    command: "cargo build --offline",
    shows: "failed to load manifest for workspace member",
    needs: ["cargo"],
  },
];

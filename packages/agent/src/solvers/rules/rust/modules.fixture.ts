import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    rule: "rust-module-file",
    when: "its name is misspelt",
    files: {
      "main.rs": 'mod config;\n\nfn main() {\n    println!("{}", config::NAME);\n}\n',
      "confg.rs": 'pub const NAME: &str = "x";\n',
    },
    command: "rustc main.rs",
    shows: "file not found for module",
    needs: ["rustc"],
  },
  {
    rule: "rust-module-undeclared",
    when: "it is used without mod",
    files: {
      "main.rs": 'use crate::config::load;\n\nfn main() {\n    println!("{}", load());\n}\n',
      "config.rs": "pub fn load() -> i32 {\n    1\n}\n",
    },
    command: "rustc --edition 2021 main.rs",
    shows: "unresolved import",
    needs: ["rustc"],
  },
  {
    rule: "rust-crate",
    when: "cargo does not know it",
    files: {
      "Cargo.toml": '[package]\nname = "app"\nversion = "0.1.0"\nedition = "2021"\n',
      "src/main.rs": "use rand::Rng;\n\nfn main() {}\n",
    },
    command: "cargo build --offline",
    shows: "unresolved import `rand`",
    hints: "cargo add rand",
    needs: ["cargo"],
  },
  {
    rule: "rust-main",
    when: "its name is misspelt",
    files: {
      "app.rs": 'fn mian() {\n    println!("x");\n}\n',
    },
    command: "rustc app.rs",
    shows: "`main` function not found",
    needs: ["rustc"],
  },
];

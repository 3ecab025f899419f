import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "the crate is in a subdirectory",
    files: {
      "engine/Cargo.toml": '[package]\nname = "demo"\nversion = "0.1.0"\nedition = "2021"\n',
      "engine/src/lib.rs": "",
    },
    command: "cargo metadata --offline --no-deps --format-version 1",
    shows: "could not find `Cargo.toml`",
    needs: ["cargo"],
  },
];

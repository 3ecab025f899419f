import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "metadata is mistyped",
    files: {
      "Cargo.toml": '[package]\nname = "demo"\nversion = "0.1.0"\nedition = "2021"\n',
      "src/lib.rs": "",
    },
    command: "cargo metdata --offline --no-deps --format-version 1",
    shows: "command: `metdata`",
    needs: ["cargo"],
  },
];

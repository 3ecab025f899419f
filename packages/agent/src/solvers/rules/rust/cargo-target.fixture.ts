import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "a program is started",
    files: {
      "Cargo.toml": '[package]\nname = "relay"\nversion = "0.3.0"\nedition = "2021"\n',
      "src/bin/server.rs": "fn main() {}\n",
      "src/bin/client.rs": "fn main() {}\n",
    },
    command: "cargo run -q --offline --bin sevrer",
    shows: "no bin target named `sevrer`",
    needs: ["cargo"],
  },
];

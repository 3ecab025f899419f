import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "a checkout has them in vendor/",
    files: {
      "Cargo.toml":
        '[package]\nname = "demo"\nversion = "0.1.0"\nedition = "2021"\n\n[dependencies]\ndemo-prices = "1"\n',
      "src/lib.rs": "",
      "vendor/demo-prices/Cargo.toml":
        '[package]\nname = "demo-prices"\nversion = "1.0.0"\nedition = "2021"\n',
      "vendor/demo-prices/src/lib.rs": "",
      "vendor/demo-prices/.cargo-checksum.json": '{"files":{}}\n',
    },
    command: "cargo metadata --offline --format-version 1",
    shows: "demo-prices",
    needs: ["cargo"],
  },
];

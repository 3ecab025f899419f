import type { Fixture } from "../test/fixture.ts";
import { stub } from "../test/stub.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "cargo suggests what was meant",
    files: {
      "Cargo.toml": '[package]\nname = "demo"\nversion = "0.1.0"\nedition = "2021"\n',
      "src/lib.rs": "",
    },
    command: "cargo metdata --offline --no-deps --format-version 1",
    shows: "`metdata`",
    needs: ["cargo"],
  },
  {
    when: "pip suggests what was meant",
    command: "pip3 lsit",
    shows: "maybe you meant",
    needs: ["pip3"],
  },
  {
    when: "apt suggests nothing",
    command: "apt-cache polcy apt",
    shows: "E: Invalid operation polcy",
    needs: ["apt-cache"],
  },
  {
    // Docker 28.2.
    when: "what was meant removes something",
    ...stub(
      "docker",
      "docker: unknown command: docker sotp\n\nRun 'docker --help' for more information",
    ),
    command: "docker sotp web",
    shows: "unknown command: docker sotp",
    hints: "docker stop web",
  },
  {
    // kubectl 1.33.
    when: "a program built with Cobra suggests it",
    files: {
      "bin/kubectl":
        '#!/bin/sh\n[ "$1" = get ] && exit 0\nprintf \'Error: unknown command "%s" for "kubectl"\\n\\nDid you mean this?\\n\\tget\\n\' "$1" >&2\nexit 1\n',
    },
    setup: "chmod +x bin/*",
    around: 'PATH="$PWD/bin:$PATH"',
    command: "kubectl gte pods",
    shows: 'unknown command "gte"',
  },
];

import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "if [1 = 1 ] is written in one piece",
    files: {
      "check.sh": 'mode=prod\nif ["$mode" = prod ]; then\n  exit 0\nfi\nexit 1\n',
    },
    command: "bash check.sh",
    shows: "[prod: command not found",
  },
  {
    when: "the space before the closing bracket is missing",
    files: { "s.sh": '#!/bin/bash\nif [ "$1" = "a"]; then echo a; else exit 1; fi\n' },
    command: "bash s.sh a",
    shows: "missing `]'",
    needs: ["bash"],
  },
];

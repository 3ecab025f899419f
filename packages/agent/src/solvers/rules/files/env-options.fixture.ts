import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "an option follows the interpreter",
    files: { "run.sh": "#!/usr/bin/env bash -u\necho ready\n" },
    setup: "chmod +x run.sh",
    command: "./run.sh",
    shows: "No such file or directory",
    needs: ["bash"],
  },
];

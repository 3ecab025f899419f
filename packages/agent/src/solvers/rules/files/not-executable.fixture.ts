import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "it came without its mode",
    files: { "scripts/setup.sh": "#!/bin/sh\necho ready\n" },
    command: "./scripts/setup.sh",
    shows: "Permission denied",
  },
  {
    when: "make calls it",
    files: { configure: "#!/bin/sh\necho configured\n", Makefile: "all:\n\t./configure\n" },
    command: "make",
    shows: "Permission denied",
    needs: ["make"],
  },
];

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
  {
    when: "sudo is given it",
    files: { "deploy.sh": "#!/bin/sh\necho ready\n" },
    around:
      'sudo() { if [ -x "$1" ]; then "$@"; else echo "sudo: $1: command not found"; false; fi; }',
    command: "sudo ./deploy.sh",
    shows: "command not found",
  },
  {
    when: "it only sets variables",
    files: { "settings.sh": "# local\nexport STAGE=test\n" },
    command: "./settings.sh",
    shows: "Permission denied",
    hints: ". ./settings.sh",
  },
];

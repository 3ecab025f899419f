import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "build.sh is there and executable",
    files: { "build.sh": "#!/bin/sh\necho built\n" },
    setup: "chmod +x build.sh",
    command: "build.sh --all",
    shows: "build.sh: command not found",
  },
  {
    when: "it is one directory below",
    files: { "bin/bump.sh": "#!/bin/sh\necho bumped\n" },
    setup: "chmod +x bin/bump.sh",
    command: "bump.sh patch",
    shows: "not found",
  },
];

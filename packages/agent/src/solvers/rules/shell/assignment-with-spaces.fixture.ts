import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "NAME = value is written as in other languages",
    files: { "release.sh": 'set -e\nVERSION = 1.2.0\necho "releasing $VERSION"\n' },
    command: "bash release.sh",
    shows: "VERSION: command not found",
  },
];

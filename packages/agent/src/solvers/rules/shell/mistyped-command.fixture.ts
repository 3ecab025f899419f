import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "two letters of grep are swapped",
    files: { "notes.txt": "milk\nbread\n" },
    command: "gerp -c bread notes.txt",
    shows: "gerp: command not found",
  },
  {
    when: "the slip is behind a pipe",
    files: { "notes.txt": "b\na\n" },
    command: "set -o pipefail; cat notes.txt | srot",
    shows: "srot: command not found",
  },
];

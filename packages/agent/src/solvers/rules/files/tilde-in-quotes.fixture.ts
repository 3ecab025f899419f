import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "a path with a space is quoted",
    files: { "my notes.txt": "milk\n" },
    around: 'HOME="$PWD"',
    command: 'cat "~/my notes.txt"',
    shows: "'~/my notes.txt': No such file or directory",
  },
];

import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "two letters are swapped",
    files: { "a.txt": "" },
    command: "find . -nmae '*.txt'",
    shows: "unknown predicate",
  },
  {
    when: "it has two dashes",
    files: { "a.txt": "" },
    command: "find . --name a.txt",
    shows: "unknown predicate",
  },
];

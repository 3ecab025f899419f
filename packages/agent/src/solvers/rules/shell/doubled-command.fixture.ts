import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    rule: "doubled-command",
    when: "the name stands there twice in one word",
    files: { VERSION: "3.1.4\n" },
    command: "catcat VERSION",
    shows: "catcat: command not found",
  },
  {
    rule: "repeated-command",
    when: "the name stands there twice",
    files: { VERSION: "3.1.4\n" },
    command: "cat cat VERSION",
    shows: "cat: cat: No such file or directory",
  },
];

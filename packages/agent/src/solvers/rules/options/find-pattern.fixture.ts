import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "two files here fit the pattern",
    files: { "a.log": "", "b.log": "", "old/c.log": "" },
    command: "find . -name *.log -print",
    shows: "paths must precede expression",
  },
];

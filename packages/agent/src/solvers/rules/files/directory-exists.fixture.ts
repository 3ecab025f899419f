import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "a build is started for the second time",
    files: { "build/.keep": "" },
    command: "mkdir build && touch build/config.log",
    shows: "File exists",
  },
  {
    when: "a file has the name",
    files: { build: "\n" },
    command: "mkdir build",
    shows: "File exists",
    hints: "build is a file",
  },
];

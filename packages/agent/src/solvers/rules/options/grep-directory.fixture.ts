import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "a name is searched in the sources",
    files: { "src/app.py": "VERSION = 3\n" },
    command: "grep -n VERSION src",
    shows: "grep: src: Is a directory",
  },
];

import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "a command from a Mac is pasted",
    files: { "version.txt": "1.0\n" },
    command: "sed -i '' 's/1.0/1.1/' version.txt && grep -q 1.1 version.txt",
    shows: "sed: can't read s/1.0/1.1/",
  },
];

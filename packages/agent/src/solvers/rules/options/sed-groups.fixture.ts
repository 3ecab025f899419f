import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "two words are swapped",
    files: { "names.txt": "Ada Lovelace\n" },
    command: "sed 's/(\\w+) (\\w+)/\\2, \\1/' names.txt",
    shows: "invalid reference",
  },
];

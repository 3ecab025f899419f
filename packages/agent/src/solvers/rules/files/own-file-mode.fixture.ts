import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "a file cannot be read",
    files: { "data.csv": "a,b\n" },
    setup: "chmod 200 data.csv",
    command: "cat data.csv",
    shows: "data.csv: Permission denied",
    as: "user",
  },
  {
    when: "a file cannot be written",
    files: { "cache.txt": "old\n" },
    setup: "chmod 444 cache.txt",
    command: "echo new > cache.txt",
    shows: "cache.txt: Permission denied",
    as: "user",
  },
];

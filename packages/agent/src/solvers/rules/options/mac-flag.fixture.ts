import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "base64 decodes with -D",
    files: { "token.txt": "aGVsbG8=\n" },
    command: "base64 -D token.txt",
    shows: "invalid option -- 'D'",
  },
  {
    when: "date is asked for yesterday",
    command: "date -v-1d +%Y",
    shows: "invalid option -- 'v'",
  },
];

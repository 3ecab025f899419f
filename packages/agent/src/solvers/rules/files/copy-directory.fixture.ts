import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "assets are copied to the output",
    files: { "assets/logo.svg": "<svg/>\n" },
    command: "cp assets public",
    shows: "-r not specified; omitting directory 'assets'",
  },
];

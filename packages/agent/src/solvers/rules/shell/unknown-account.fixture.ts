import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "a user is mistyped",
    command: "id www-dta",
    shows: "no such user",
    hints: "id www-data",
  },
];

import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "list is mistyped",
    command: "pip3 lsit",
    shows: "maybe you meant",
    needs: ["pip3"],
  },
];

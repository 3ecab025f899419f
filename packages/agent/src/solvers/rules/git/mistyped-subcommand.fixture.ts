import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "status is typed in a hurry",
    setup: "git init -q .",
    command: "git stauts --short",
    shows: "is not a git command",
    needs: ["git"],
  },
];

import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "root works in a checkout of somebody else",
    setup: "git init -q . && chown -R 1001:1001 .",
    command: "git status --short",
    shows: "detected dubious ownership",
    needs: ["git"],
    as: "root",
  },
];

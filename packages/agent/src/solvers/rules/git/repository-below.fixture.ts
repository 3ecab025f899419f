import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "cd was forgotten after a clone",
    setup: "git init -q project",
    command: "git status --short",
    shows: "not a git repository",
    needs: ["git"],
  },
];

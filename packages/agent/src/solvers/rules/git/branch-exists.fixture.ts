import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "yesterday's branch is continued",
    setup:
      "git init -q -b main . && git -c user.name=Ada -c user.email=ada@example.org commit -q --allow-empty -m one && git branch feature",
    command: "git checkout -b feature",
    shows: "a branch named 'feature' already exists",
    needs: ["git"],
  },
];

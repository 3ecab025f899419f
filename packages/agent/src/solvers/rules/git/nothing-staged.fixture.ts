import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "a known file was changed",
    files: { "a.txt": "a\n" },
    setup: `git init -q . && git config user.name Ada && git config user.email ada@example.org &&
      git add a.txt && git commit -q -m one && echo b >> a.txt`,
    command: "git commit -m 'second'",
    shows: "no changes added to commit",
    needs: ["git"],
  },
];

import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "another branch has the same file otherwise",
    files: { "a.txt": "a\n" },
    setup: `git init -q -b main . && git config user.name Ada && git config user.email ada@example.org
git add a.txt && git commit -q -m one && git checkout -q -b feature && echo f > a.txt && git commit -q -a -m f
git checkout -q main && echo mine > a.txt`,
    command: "git checkout feature",
    shows: "would be overwritten by checkout",
    needs: ["git"],
  },
];

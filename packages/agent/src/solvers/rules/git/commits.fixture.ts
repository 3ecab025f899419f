import type { Fixture } from "../test/fixture.ts";
import { COMMITTED, ONE_COMMIT } from "../test/git-setup.ts";

export const fixtures: readonly Fixture[] = [
  {
    rule: "git-nothing-staged",
    when: "a tracked file was edited",
    files: { "a.txt": "a\n" },
    setup: `${COMMITTED} && echo b >> a.txt`,
    command: "git commit -m two",
    shows: "no changes added to commit",
    needs: ["git"],
  },
  {
    rule: "git-only-untracked",
    when: "a new file was not added",
    files: { "a.txt": "a\n" },
    setup: ONE_COMMIT,
    command: "git commit -m two",
    shows: "untracked files present",
    needs: ["git"],
  },
  {
    rule: "git-missing-identity",
    when: "a commit is made on a fresh machine",
    files: { "a.txt": "a\n" },
    setup: "git init -q . && git add a.txt",
    command: "git commit -m 'first'",
    shows: "Please tell me who you are",
    hints: "git config --global user.email",
    needs: ["git"],
  },
  {
    rule: "git-failing-hook",
    when: "a linter runs before it",
    setup: `${ONE_COMMIT} && printf '#!/bin/sh\\necho "trailing space in a.txt"; exit 1\\n' > .git/hooks/pre-commit && chmod +x .git/hooks/pre-commit`,
    command: "git commit --allow-empty -m two",
    shows: "trailing space",
    hints: "The hook .git/hooks/pre-commit stopped the commit",
    needs: ["git"],
  },
];

import type { Fixture } from "../test/fixture.ts";
import { COMMITTED, ONE_COMMIT } from "../test/git-setup.ts";

const DELETED = `${COMMITTED} && git rm -q old.txt && git commit -q -m gone`;

export const fixtures: readonly Fixture[] = [
  {
    rule: "git-deleted-path",
    when: "its log is asked for",
    files: { "old.txt": "a\n", "new.txt": "b\n" },
    setup: DELETED,
    command: "git log --oneline old.txt",
    shows: "ambiguous argument 'old.txt'",
    needs: ["git"],
  },
  {
    rule: "git-deleted-path",
    when: "its lines are asked for",
    files: { "old.txt": "a\n", "new.txt": "b\n" },
    setup: DELETED,
    command: "git blame old.txt",
    shows: "no such path 'old.txt' in HEAD",
    needs: ["git"],
  },
  {
    rule: "git-path-of-commit",
    when: "it is in a directory",
    files: { "src/app.js": "1;\n" },
    setup: COMMITTED,
    command: "git show HEAD:app.js",
    shows: "path 'app.js' does not exist in 'HEAD'",
    needs: ["git"],
  },
  {
    rule: "git-unknown-tag",
    when: "it has one number more",
    setup: `${ONE_COMMIT} && git tag v1.0.0`,
    command: "git tag -d v1.0",
    shows: "tag 'v1.0' not found",
    hints: "There is no tag v1.0 here; close is v1.0.0.",
    needs: ["git"],
  },
  {
    rule: "git-hard-reset-of-path",
    when: "one file should go back",
    files: { "a.txt": "a\n" },
    setup: `${COMMITTED} && echo b > a.txt`,
    command: "git reset --hard a.txt",
    shows: "Cannot do hard reset with paths",
    hints: "git restore --staged --worktree -- a.txt",
    needs: ["git"],
  },
  {
    rule: "git-both-ref-and-file",
    when: "a branch is called like a directory",
    files: { "docs/a.md": "a\n" },
    setup: `${COMMITTED} && git branch docs`,
    command: "git log docs",
    shows: "both revision and filename",
    hints: "For the branch: git log docs --. For the file: git log -- docs.",
    needs: ["git"],
  },
  {
    rule: "git-history-refused",
    when: "there is nothing to amend",
    setup: "git init -q . && git config user.name Ada && git config user.email ada@example.org",
    command: "git commit --amend -m one",
    shows: "You have nothing to amend",
    hints: "git commit without --amend",
    needs: ["git"],
  },
];

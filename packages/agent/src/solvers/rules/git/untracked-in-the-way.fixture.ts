import type { Fixture } from "../test/fixture.ts";
import { COMMITTED } from "../test/git-setup.ts";

const BRANCHED = `${COMMITTED} && git checkout -q -b feature && echo n > new.txt && git add new.txt && git commit -q -m n && git checkout -q main`;

export const fixtures: readonly Fixture[] = [
  {
    when: "the other branch has a file of that name",
    files: { "a.txt": "a\n" },
    setup: `${BRANCHED} && echo mine > new.txt`,
    command: "git merge feature",
    shows: "untracked working tree files would be overwritten",
    needs: ["git"],
  },
  {
    when: "both are the same",
    files: { "a.txt": "a\n" },
    setup: `${BRANCHED} && echo n > new.txt`,
    command: "git merge feature",
    shows: "untracked working tree files would be overwritten",
    needs: ["git"],
  },
  {
    when: "the name for the copy is taken",
    files: { "a.txt": "a\n" },
    setup: `${BRANCHED} && echo mine > new.txt && echo old > new.txt.mine`,
    command: "git checkout feature",
    shows: "untracked working tree files would be overwritten",
    hints: "git stash push -u -- new.txt",
    needs: ["git"],
  },
];

import type { Fixture } from "../test/fixture.ts";
import { COMMITTED } from "../test/git-setup.ts";

const FILES = { "a.txt": "a\n", "b.txt": "b\n" };
const BRANCHED = `${COMMITTED} && git checkout -q -b feature && echo f > a.txt && git commit -q -a -m f && git checkout -q main`;

export const fixtures: readonly Fixture[] = [
  {
    rule: "git-changes-in-the-way",
    when: "another branch has the same file otherwise",
    files: FILES,
    setup: `${BRANCHED} && echo mine > a.txt`,
    command: "git checkout feature",
    shows: "would be overwritten by checkout",
    needs: ["git"],
  },
  {
    rule: "git-dirty-rebase",
    when: "a file is half written",
    files: FILES,
    setup: `${BRANCHED} && echo mine > b.txt`,
    command: "git rebase feature",
    shows: "You have unstaged changes",
    needs: ["git"],
  },
  {
    rule: "git-stash-over-edits",
    when: "the same file was edited again",
    files: FILES,
    setup: `${COMMITTED} && echo one > a.txt && git stash push -q && echo two > a.txt`,
    command: "git stash pop",
    shows: "would be overwritten by merge",
    hints: "a.txt has edits",
    needs: ["git"],
  },
];

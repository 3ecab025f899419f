import { rule } from "../rule.ts";
import { hasLine } from "../view.ts";
import { gitCall } from "./git-call.ts";

const SAID = [
  /^error: Your local changes to the following files would be overwritten by (?:checkout|merge)/,
  /^error: cannot (?:pull with rebase|rebase): You have unstaged changes/,
];

export const changesInTheWay = rule({
  name: "git-changes-in-the-way",
  title: "Uncommitted changes block the command",
  sees(view) {
    const git = gitCall(view, "checkout", "switch", "merge", "pull", "rebase");
    return git !== null && hasLine(view, ...SAID) ? {} : null;
  },
  repair: () => ({
    shell: "git stash push -q -m 'set aside by fix'",
    explanation:
      'The uncommitted changes would be overwritten, so they are set aside; "git stash pop" brings them back.',
  }),
});

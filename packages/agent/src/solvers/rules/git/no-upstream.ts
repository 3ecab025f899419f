import { quoteWord } from "@bazaar/work";
import { insertAfter } from "../edit-command.ts";
import { corrected, rule } from "../rule.ts";
import { firstMatch } from "../view.ts";
import { BRANCH, gitCall } from "./git-call.ts";

const PROPOSED = new RegExp(`^\\s+git push --set-upstream (${BRANCH}) (${BRANCH})$`);

export const noUpstream = rule({
  name: "git-no-upstream",
  title: "The branch has no upstream",
  sees(view) {
    const git = gitCall(view, "push");
    const [, remote, branch] = firstMatch(view, PROPOSED) ?? [];
    if (git === null || remote === undefined || branch === undefined) return null;
    return git.operands.every(({ raw }) => raw.startsWith("-")) ? { git, remote, branch } : null;
  },
  repair: ({ git, remote, branch }, view) =>
    corrected(
      insertAfter(view, git.verb, `--set-upstream ${quoteWord(remote)} ${quoteWord(branch)}`),
      `${branch} has no upstream; this creates one at ${remote}.`,
    ),
});

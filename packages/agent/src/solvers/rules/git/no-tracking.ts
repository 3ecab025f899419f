import { quoteWord } from "@bazaar/work";
import { insertAfter } from "../edit-command.ts";
import { corrected, rule } from "../rule.ts";
import { firstMatch, hasLine } from "../view.ts";
import { BRANCH, gitCall } from "./git-call.ts";

const PROPOSED = new RegExp(`^\\s+git branch --set-upstream-to=(${BRANCH})/<branch> (${BRANCH})$`);

export const noTracking = rule({
  name: "git-no-tracking",
  title: "The branch tracks no remote branch",
  sees(view) {
    const git = gitCall(view, "pull");
    const [, remote, branch] = firstMatch(view, PROPOSED) ?? [];
    if (!hasLine(view, /^There is no tracking information for the current branch\.$/)) return null;
    if (git === null || remote === undefined || branch === undefined) return null;
    return git.operands.every(({ raw }) => raw.startsWith("-")) ? { git, remote, branch } : null;
  },
  repair: ({ git, remote, branch }, view) =>
    corrected(
      insertAfter(
        view,
        git.operands.at(-1) ?? git.verb,
        `${quoteWord(remote)} ${quoteWord(branch)}`,
      ),
      `${branch} tracks no branch of ${remote}; this pulls the one of the same name.`,
    ),
});

/** What git pull and git merge need to be told. */
import { quoteWord } from "@bazaar/work";
import { insertAfter, replaceWord } from "../edit-command.ts";
import { corrected, type Rule, rule, unproved } from "../rule.ts";
import { firstMatch, hasLine } from "../view.ts";
import { BRANCH, gitCall, hasRemote } from "./git-call.ts";

const PROPOSED = new RegExp(`^\\s+git branch --set-upstream-to=(${BRANCH})/<branch> (${BRANCH})$`);

const noTracking = rule({
  name: "git-no-tracking",
  title: "The branch tracks no remote branch",
  sees(view) {
    const git = gitCall(view, "pull");
    const [, remote, branch] = firstMatch(view, PROPOSED) ?? [];
    if (git === null || remote === undefined || branch === undefined) return null;
    return git.operands.every(({ raw }) => raw.startsWith("-")) ? { git, remote, branch } : null;
  },
  async repair({ git, remote, branch }, view, ask) {
    if (!(await hasRemote(git, ask, remote))) return null;
    return corrected(
      insertAfter(
        view,
        git.operands.at(-1) ?? git.verb,
        `${quoteWord(remote)} ${quoteWord(branch)}`,
      ),
      `${branch} tracks no branch of ${remote}; this pulls the one of the same name.`,
    );
  },
});

const divergedPull = rule({
  name: "git-diverged-pull",
  title: "git pull on diverged branches",
  sees(view) {
    const git = gitCall(view, "pull");
    const isAsked = hasLine(
      view,
      /^fatal: Need to specify how to reconcile divergent branches\.$/,
      /^hint:\s{1,4}git config pull\.ff only/,
    );
    const isOther = hasLine(view, /^fatal: refusing to merge unrelated histories/);
    return git !== null && isAsked && !isOther ? { git } : null;
  },
  repair: ({ git }, view) =>
    corrected(
      insertAfter(view, git.verb, "--no-rebase --no-edit"),
      "Both branches have new commits; this merges them.",
    ),
});

const onlyForward = rule({
  name: "git-not-fast-forward",
  title: "The branches diverged, and only a fast-forward is allowed",
  sees(view) {
    const git = gitCall(view, "pull");
    const isRefused = hasLine(view, /^fatal: Not possible to fast-forward, aborting\.$/);
    return git !== null && isRefused ? { git } : null;
  },
  repair({ git }, view) {
    const flag = git.operands.find(({ raw }) => raw === "--ff-only");
    return corrected(
      flag === undefined
        ? insertAfter(view, git.verb, "--rebase")
        : replaceWord(view, flag, "--rebase"),
      "Both branches have new commits, so there is no fast-forward; --rebase puts yours on top.",
    );
  },
});

const unrelated = rule({
  name: "git-unrelated-histories",
  title: "The histories have no common commit",
  sees(view) {
    const git = gitCall(view, "merge", "pull");
    const isRefused = hasLine(view, /^fatal: refusing to merge unrelated histories/);
    return git !== null && isRefused ? { git } : null;
  },
  repair: ({ git }, view) =>
    unproved(
      insertAfter(view, git.verb, "--allow-unrelated-histories"),
      "only you know whether the two belong together",
      "The two branches have no commit in common: they were started apart, or one is of another project. If they do belong together, this merges them.",
    ),
});

export const pulls: readonly Rule[] = [noTracking, divergedPull, onlyForward, unrelated];

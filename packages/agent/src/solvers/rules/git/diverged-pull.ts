import { insertAfter } from "../edit-command.ts";
import { corrected, rule } from "../rule.ts";
import { hasLine } from "../view.ts";
import { gitCall } from "./git-call.ts";

export const divergedPull = rule({
  name: "git-diverged-pull",
  title: "git pull does not know how to join two histories",
  sees(view) {
    const git = gitCall(view, "pull");
    const isAsked = hasLine(view, /^fatal: Need to specify how to reconcile divergent branches\.$/);
    return git !== null && isAsked ? { git } : null;
  },
  repair: ({ git }, view) =>
    corrected(
      insertAfter(view, git.verb, "--no-rebase --no-edit"),
      "Both sides have new commits and git wants to be told what to do; this merges them.",
    ),
});

import { insertAfter } from "../edit-command.ts";
import { corrected, rule } from "../rule.ts";
import { hasLine } from "../view.ts";
import { gitCall } from "./git-call.ts";

export const divergedPull = rule({
  name: "git-diverged-pull",
  title: "git pull on diverged branches",
  sees(view) {
    const git = gitCall(view, "pull");
    const isAsked = hasLine(view, /^fatal: Need to specify how to reconcile divergent branches\.$/);
    return git !== null && isAsked ? { git } : null;
  },
  repair: ({ git }, view) =>
    corrected(
      insertAfter(view, git.verb, "--no-rebase --no-edit"),
      "Both branches have new commits; this merges them.",
    ),
});

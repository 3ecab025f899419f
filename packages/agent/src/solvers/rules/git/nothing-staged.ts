import { insertAfter } from "../edit-command.ts";
import { corrected, rule } from "../rule.ts";
import { hasLine } from "../view.ts";
import { gitCall } from "./git-call.ts";

export const nothingStaged = rule({
  name: "git-nothing-staged",
  title: "Nothing is staged",
  sees(view) {
    const git = gitCall(view, "commit");
    if (git === null || !hasLine(view, /^no changes added to commit \(/)) return null;
    return { git };
  },
  repair: ({ git }, view) =>
    corrected(
      insertAfter(view, git.verb, "-a"),
      "Nothing is staged; -a commits all changes to tracked files.",
    ),
});

import { quoteWord } from "@bazaar/work";
import { replaceWord } from "../edit-command.ts";
import { nearest } from "../nearest.ts";
import { corrected, rule } from "../rule.ts";
import { firstMatch } from "../view.ts";
import { branches } from "./branches.ts";
import { gitCall } from "./git-call.ts";

const NAME = "([\\w./+@-]{1,100})";
const SAID = [
  new RegExp(`^error: pathspec '${NAME}' did not match any file\\(s\\) known to git`),
  new RegExp(`^fatal: invalid reference: ${NAME}$`),
  new RegExp(`^merge: ${NAME} - not something we can merge$`),
  new RegExp(`^error: src refspec ${NAME} does not match any$`),
  new RegExp(`^error: branch '${NAME}' not found`),
];
/** Branches that have been renamed everywhere, not quite everywhere. */
const RENAMED: Readonly<Record<string, string>> = { main: "master", master: "main" };

export const unknownBranch = rule({
  name: "git-unknown-branch",
  title: "A branch is mistyped, or has its older name",
  sees(view) {
    const git = gitCall(view, "checkout", "switch", "merge", "push", "rebase", "branch");
    for (const pattern of SAID) {
      const typed = firstMatch(view, pattern)?.[1];
      const word = git?.operands.find(({ value }) => value === typed);
      if (typed !== undefined && word !== undefined) return { typed, word };
    }
    return null;
  },
  async repair({ typed, word }, view, ask) {
    const known = await branches(ask);
    const renamed = RENAMED[typed];
    const meant =
      renamed !== undefined && known.includes(renamed) ? renamed : nearest(typed, known);
    if (meant === null) return null;
    return corrected(
      replaceWord(view, word, quoteWord(meant)),
      `There is no branch ${typed} here; ${meant} was meant.`,
    );
  },
});

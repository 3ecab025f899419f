import { mistyped, wordOfCommand } from "../mistyped.ts";
import { nearest } from "../nearest.ts";
import { branches } from "./branches.ts";
import { gitCall } from "./git-call.ts";

const NAME = "([\\w./+@-]{1,100})";
/** The default branch has two common names. */
const RENAMED: Readonly<Record<string, string>> = { main: "master", master: "main" };

export const unknownBranch = mistyped({
  name: "git-unknown-branch",
  kind: "branch",
  finds: wordOfCommand({
    says: [
      new RegExp(`^error: pathspec '${NAME}' did not match any file\\(s\\) known to git`),
      new RegExp(`^fatal: invalid reference: ${NAME}$`),
      new RegExp(`^merge: ${NAME} - not something we can merge$`),
      new RegExp(`^error: src refspec ${NAME} does not match any$`),
      new RegExp(`^error: branch '${NAME}' not found`),
    ],
    word: (view, typed) =>
      gitCall(view, "checkout", "switch", "merge", "push", "rebase", "branch")?.operands.find(
        ({ value }) => value === typed,
      ),
  }),
  async meant({ typed }, { ask }) {
    const known = await branches(ask);
    const renamed = Object.hasOwn(RENAMED, typed) ? RENAMED[typed] : undefined;
    return renamed !== undefined && known.includes(renamed) ? renamed : nearest(typed, known);
  },
});

import { mistyped, wordOfCommand } from "../mistyped.ts";
import { nearestAll } from "../nearest.ts";
import { gitCall } from "./git-call.ts";

export const mistypedSubcommand = mistyped({
  name: "git-mistyped-subcommand",
  kind: "git command",
  finds: wordOfCommand({
    says: /^git: '([\w-]{2,40})' is not a git command\./,
    word: (view, typed) => gitCall(view, typed)?.verb,
  }),
  meant({ typed }, { view }) {
    const similar = view.lines.flatMap((line) => /^\t([a-z][a-z-]{1,40})$/.exec(line)?.[1] ?? []);
    return nearestAll(typed, similar)[0]?.word ?? null;
  },
});

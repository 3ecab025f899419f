import { replaceWord } from "../edit-command.ts";
import { nearestAll } from "../nearest.ts";
import { corrected, rule } from "../rule.ts";
import { firstMatch } from "../view.ts";
import { gitCall } from "./git-call.ts";

export const mistypedSubcommand = rule({
  name: "git-mistyped-subcommand",
  title: "A subcommand of git is mistyped",
  sees(view) {
    const typed = firstMatch(view, /^git: '([\w-]{2,40})' is not a git command\./)?.[1];
    const git = gitCall(view);
    if (typed === undefined || git?.verb.value !== typed) return null;
    const similar = view.lines.flatMap((line) => /^\t([a-z][a-z-]{1,40})$/.exec(line)?.[1] ?? []);
    const [meant] = nearestAll(typed, similar);
    return meant === undefined ? null : { typed, verb: git.verb, meant: meant.word };
  },
  repair: ({ typed, verb, meant }, view) =>
    corrected(replaceWord(view, verb, meant), `git has no ${typed}; it proposes ${meant} itself.`),
});

import { removeWord } from "../edit-command.ts";
import { corrected, rule } from "../rule.ts";
import { firstMatch } from "../view.ts";
import { BRANCH, gitCall } from "./git-call.ts";

const SAID = new RegExp(`^fatal: a branch named '(${BRANCH})' already exists`);

export const branchExists = rule({
  name: "git-branch-exists",
  title: "The branch to create exists",
  sees(view) {
    const name = firstMatch(view, SAID)?.[1];
    const git = gitCall(view, "checkout", "switch");
    const flag = git?.operands.find(({ raw }) => raw === "-b" || raw === "-c");
    return name === undefined || flag === undefined ? null : { name, flag };
  },
  repair: ({ name, flag }, view) =>
    corrected(
      removeWord(view, flag),
      `The branch ${name} exists; without ${flag.raw} git switches to it.`,
    ),
});

import { replaceWord } from "../edit-command.ts";
import { corrected, rule } from "../rule.ts";
import { firstMatch } from "../view.ts";
import { BRANCH, gitCall } from "./git-call.ts";

const SAID = new RegExp(`^(?:error|fatal): remote (${BRANCH}) already exists\\.$`);

export const remoteExists = rule({
  name: "git-remote-exists",
  title: "The remote to add exists",
  sees(view) {
    const name = firstMatch(view, SAID)?.[1];
    const git = gitCall(view, "remote");
    const [add] = git?.operands ?? [];
    return name === undefined || add?.value !== "add" || git?.operands.length !== 3
      ? null
      : { name, add };
  },
  repair: ({ name, add }, view) =>
    corrected(
      replaceWord(view, add, "set-url"),
      `The remote ${name} exists; set-url changes its URL.`,
    ),
});

import { replaceWord } from "../edit-command.ts";
import { corrected, rule } from "../rule.ts";
import { callOf, hasLine } from "../view.ts";

export const noLockfile = rule({
  name: "no-lockfile",
  title: "npm ci without a lockfile",
  sees(view) {
    const word = callOf(view, "npm")?.operands.find(
      ({ value }) => value === "ci" || value === "clean-install",
    );
    const isMissing = hasLine(
      view,
      /`npm ci` command can only install with an existing package-lock\.json/,
    );
    return word !== undefined && isMissing ? { word } : null;
  },
  repair: ({ word }, view) =>
    corrected(
      replaceWord(view, word, "install"),
      "npm ci needs a lockfile and there is none; npm install creates one.",
    ),
});

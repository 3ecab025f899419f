import { quoteWord } from "@bazaar/work";
import { replaceWord } from "../edit-command.ts";
import { corrected, rule } from "../rule.ts";
import { firstMatch } from "../view.ts";

const SAID = [
  /^[^\s:]{1,100}:\d{0,6}:? no matches found: (.{1,300})$/,
  /^fish: No matches for wildcard '(.{1,300})'\./,
];

/** zsh and fish refuse a pattern that matches nothing; bash passes it on as it is. */
export const zshPattern = rule({
  name: "zsh-pattern",
  title: "zsh or fish reads a word as a pattern",
  sees(view) {
    const said = firstMatch(view, ...SAID)?.[1];
    const words = view.calls.flatMap(({ operands }) => operands);
    const word = words.find(({ raw }) => raw === said);
    // With a star it may well be a pattern for files that are not there.
    return word === undefined || /\*|["'$\\`]/.test(word.raw) ? null : { word };
  },
  repair: ({ word }, view) =>
    corrected(
      replaceWord(view, word, quoteWord(word.raw)),
      `${word.raw} is read as a pattern of file names; quotes prevent that.`,
    ),
});

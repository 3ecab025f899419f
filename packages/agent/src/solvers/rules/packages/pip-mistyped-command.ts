import { replaceWord } from "../edit-command.ts";
import { corrected, rule } from "../rule.ts";
import { firstMatch, wordOf } from "../view.ts";

const SAID = /^ERROR: unknown command "([\w-]{2,40})" - maybe you meant "([a-z-]{2,40})"/;

export const pipMistypedCommand = rule({
  name: "pip-mistyped-command",
  title: "A command of pip is mistyped",
  sees(view) {
    const [, typed, meant] = firstMatch(view, SAID) ?? [];
    const word = typed === undefined ? null : wordOf(view, typed);
    return word === null || typed === undefined || meant === undefined
      ? null
      : { word, typed, meant };
  },
  repair: ({ word, typed, meant }, view) =>
    corrected(replaceWord(view, word, meant), `pip has no ${typed}; it proposes ${meant} itself.`),
});

import { replaceWord } from "../edit-command.ts";
import { corrected, rule } from "../rule.ts";
import { callOf, firstMatch } from "../view.ts";

export const cargoMistypedCommand = rule({
  name: "cargo-mistyped-command",
  title: "A command of cargo is mistyped",
  sees(view) {
    const typed = firstMatch(view, /^error: no such (?:sub)?command: `([\w-]{2,40})`/)?.[1];
    const meant = firstMatch(view, /(?:Did you mean|similar name exists:) `([a-z-]{2,40})`/)?.[1];
    const word = callOf(view, "cargo")?.operands.find(({ value }) => value === typed);
    return word === undefined || typed === undefined || meant === undefined
      ? null
      : { word, typed, meant };
  },
  repair: ({ word, typed, meant }, view) =>
    corrected(
      replaceWord(view, word, meant),
      `cargo has no ${typed}; it proposes ${meant} itself.`,
    ),
});

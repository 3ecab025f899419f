import { quoteWord } from "@bazaar/work";
import { replaceWord } from "../edit-command.ts";
import { nearest } from "../nearest.ts";
import { corrected, rule } from "../rule.ts";
import { callOf, firstMatch } from "../view.ts";

export const mistypedTarget = rule({
  name: "mistyped-target",
  title: "A target of make is mistyped",
  sees(view) {
    const typed = firstMatch(
      view,
      /^make(?:\[\d+\])?: \*\*\* No rule to make target [`'‘]([\w./-]{2,100})['’]\. {2}Stop/,
    )?.[1];
    const word = callOf(view, "make")?.operands.find(({ value }) => value === typed);
    return typed === undefined || word === undefined ? null : { typed, word };
  },
  async repair({ typed, word }, view, ask) {
    const lines = await ask.ask(
      "grep",
      "-shE",
      "^[A-Za-z0-9_./ -]+:",
      "Makefile",
      "makefile",
      "GNUmakefile",
    );
    const targets = (lines ?? "")
      .split("\n")
      .flatMap((line) => line.split(":", 1).join().trim().split(" "));
    const meant = nearest(
      typed,
      targets.filter((target) => target !== ""),
    );
    if (meant === null) return null;
    return corrected(
      replaceWord(view, word, quoteWord(meant)),
      `The makefile has no target ${typed}, but one called ${meant}.`,
    );
  },
});

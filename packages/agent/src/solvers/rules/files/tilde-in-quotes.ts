import { quoteWord } from "@bazaar/work";
import { replaceWord } from "../edit-command.ts";
import { corrected, rule } from "../rule.ts";
import { missingPath } from "./missing-path.ts";

export const tildeInQuotes = rule({
  name: "tilde-in-quotes",
  title: "~ inside quotes",
  sees(view) {
    const missing = missingPath(view);
    return missing?.path.startsWith("~/") && /^["']/.test(missing.word.raw) ? missing : null;
  },
  repair: ({ path, word }, view) =>
    corrected(
      replaceWord(view, word, `"$HOME"/${quoteWord(path.slice(2))}`),
      "~ is not expanded inside quotes; $HOME is.",
    ),
});

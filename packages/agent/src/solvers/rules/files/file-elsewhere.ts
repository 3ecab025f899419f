import { replaceWord } from "../edit-command.ts";
import { quotedPath } from "../quote.ts";
import { corrected, rule } from "../rule.ts";
import { callOf } from "../view.ts";
import { isRemoved, isTarget, missingPath, splitPathOf } from "./missing-path.ts";

export const fileElsewhere = rule({
  name: "file-elsewhere",
  title: "A file is in another directory",
  sees(view) {
    const missing = missingPath(view);
    // These programs create their last operand.
    const makes = callOf(view, "mkdir", "touch", "tee", "cp", "mv", "ln", "tar") !== null;
    if (missing === null || makes || isRemoved(view, missing.word)) return null;
    return isTarget(view, missing.word) ? null : missing;
  },
  async repair({ path, word }, view, ask) {
    const name = path.split("/").at(-1) ?? "";
    if (name === "" || name === ".." || name.startsWith("~")) return null;
    const found = await ask.find([name]);
    const [place] = found;
    if (place === undefined || found.length !== 1 || place === path.replace(/^\.\//, ""))
      return null;
    if (splitPathOf(view)?.path === place) return null;
    return corrected(
      replaceWord(view, word, quotedPath(place)),
      `${path} does not exist; the only ${name} is ${place}.`,
    );
  },
});

import { quoteWord } from "@bazaar/work";
import { replaceWord } from "../edit-command.ts";
import { corrected, rule } from "../rule.ts";
import { missingCommand } from "./missing-command.ts";

export const scriptInDirectory = rule({
  name: "script-in-directory",
  title: "A script of this directory is called without ./",
  sees(view) {
    const missing = missingCommand(view);
    return missing === null || missing.name.includes("/") ? null : missing;
  },
  async repair({ name, call }, view, ask) {
    const path = `./${name}`;
    const script = await ask.entry(name);
    if (script?.kind !== "file" || (script.mode & 0o111) === 0) return null;
    return corrected(
      replaceWord(view, call.program, quoteWord(path)),
      `A shell does not look for programs in the working directory; ${path} names the file.`,
    );
  },
});

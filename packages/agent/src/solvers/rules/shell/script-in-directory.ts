import { quoteWord } from "@bazaar/work";
import { replaceWord } from "../edit-command.ts";
import { corrected, rule } from "../rule.ts";
import { missingCommand } from "./missing-command.ts";

export const scriptInDirectory = rule({
  name: "script-in-directory",
  title: "A local script is called without ./",
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
      `A shell finds ${name} in the working directory only as ${path}.`,
    );
  },
});

import { quoteWord } from "@bazaar/work";
import { replaceWord } from "../edit-command.ts";
import type { Investigator } from "../investigator.ts";
import { corrected, rule } from "../rule.ts";
import type { Call } from "../shell-words.ts";
import type { View } from "../view.ts";
import { isMissing, missingCommand } from "./missing-command.ts";

export const scriptInDirectory = rule({
  name: "script-in-directory",
  title: "A local script is called without ./",
  sees(view) {
    const missing = missingCommand(view);
    return missing === null || missing.name.includes("/") ? null : missing;
  },
  async repair({ name, call }, view, ask) {
    const script = await ask.entry(name);
    if (script === null) return below(name, call, view, ask);
    const path = `./${name}`;
    if (script.kind !== "file" || (script.mode & 0o111) === 0) return null;
    if (!(await isMissing(name, ask))) return null;
    return corrected(
      replaceWord(view, call.program, quoteWord(path)),
      `A shell finds ${name} in the working directory only as ${path}.`,
    );
  },
});

/** A script with an ending is not a program of the machine; the only one below is meant. */
async function below(name: string, call: Call, view: View, ask: Investigator) {
  const found = /^[\w-]{1,60}\.(?:sh|bash|py|pl|rb)$/.test(name) ? await ask.find([name]) : [];
  const [path] = found;
  const entry = path === undefined || found.length > 1 ? null : await ask.entry(path);
  if (path === undefined || entry?.kind !== "file" || (entry.mode & 0o111) === 0) return null;
  return corrected(
    replaceWord(view, call.program, quoteWord(path)),
    `${name} is not in PATH; the only one here is ${path}.`,
  );
}

import { replaceWord } from "../edit-command.ts";
import { rule, unproved } from "../rule.ts";
import { callOf, firstMatch } from "../view.ts";

export const requirementsFile = rule({
  name: "pip-requirements-file",
  title: "A file of requirements given to pip as a package",
  sees(view) {
    const name = firstMatch(
      view,
      /^ERROR: No matching distribution found for ([\w./-]{1,200}\.txt)$/,
    )?.[1];
    const word = callOf(view, "pip", "pip3")?.operands.find(({ value }) => value === name);
    return name === undefined || word === undefined ? null : { name, word };
  },
  async repair({ name, word }, view, ask) {
    if ((await ask.entry(name)) === null) return null;
    return unproved(
      replaceWord(view, word, `-r ${word.raw}`),
      "it installs packages from the network",
      `${name} is a file; pip reads the packages in it with -r.`,
    );
  },
});

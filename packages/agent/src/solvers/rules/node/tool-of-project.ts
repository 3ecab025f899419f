import { quoteWord } from "@bazaar/work";
import { replaceWord } from "../edit-command.ts";
import { corrected, rule } from "../rule.ts";
import { isMissing, missingCommand } from "../shell/missing-command.ts";

export const toolOfProject = rule({
  name: "tool-of-project",
  title: "A command is installed in the project only",
  sees(view) {
    const missing = missingCommand(view);
    return missing === null || !/^[\w.-]{1,60}$/.test(missing.name) ? null : missing;
  },
  async repair({ name, call }, view, ask) {
    const places = [
      `node_modules/.bin/${name}`,
      `.venv/bin/${name}`,
      `venv/bin/${name}`,
      `vendor/bin/${name}`,
    ];
    const [path] = await ask.existing(...places);
    if (path === undefined || !(await isMissing(name, ask))) return null;
    return corrected(
      replaceWord(view, call.program, quoteWord(path)),
      `${name} is installed in this project, as ${path}.`,
    );
  },
});

import { withVariable } from "../edit-command.ts";
import { corrected, rule } from "../rule.ts";
import { LANGUAGES, speaks } from "../source/languages.ts";
import { missingModule } from "./missing-module.ts";

export const moduleDirectory = rule({
  name: "module-directory",
  title: "A module's directory is not on Python's path",
  sees(view) {
    const missing = missingModule(view);
    const isPython = speaks(LANGUAGES.python, view, "main.py");
    return missing === null || missing.isPartOnly || !isPython ? null : missing;
  },
  async repair({ module }, view, ask) {
    const found = (await ask.find([`${module}.py`, module])).filter(
      (path) => !/(?:^|\/)(?:site-packages|\.?venv|build|dist|vendor|wheels)\//.test(path),
    );
    const places = found.map((path) => path.slice(0, Math.max(path.lastIndexOf("/"), 0)) || ".");
    const [place] = places;
    if (place === undefined || new Set(places).size !== 1) return null;
    return corrected(
      withVariable(view, "PYTHONPATH", place),
      `${module} is in ${place}, which is not on Python's path.`,
    );
  },
});

import { rule } from "../rule.ts";
import { firstMatch } from "../view.ts";
import { STANDARD_MODULES } from "./standard-modules.ts";

const SAID =
  /^(?:AttributeError: (?:partially initialized )?module '(\w{2,20})' has no attribute|ImportError: cannot import name '\w{1,60}' from (?:partially initialized module )?'(\w{2,20})')/;

export const shadowedModule = rule({
  name: "shadowed-module",
  title: "A local file shadows a standard module",
  sees(view) {
    const found = firstMatch(view, SAID);
    const module = found?.[1] ?? found?.[2];
    if (module === undefined || !STANDARD_MODULES.has(module)) return null;
    // Python has a suggestion: the real module was imported.
    if (found?.input.includes("Did you mean")) return null;
    return view.command.includes(`${module}.py`) ? null : { module };
  },
  async repair({ module }, _view, ask) {
    if ((await ask.entry(`${module}.py`)) === null) return null;
    return {
      shell: `mv -n ${module}.py my_${module}.py`,
      explanation: `${module}.py shadows Python's module ${module}; this renames the file.`,
    };
  },
});

import { rule } from "../rule.ts";
import { firstMatch } from "../view.ts";
import { STANDARD_MODULES } from "./standard-modules.ts";

const SAID =
  /^(?:AttributeError: (?:partially initialized )?module '(\w{2,20})' has no attribute|ImportError: cannot import name '\w{1,60}' from (?:partially initialized module )?'(\w{2,20})')/;

export const shadowedModule = rule({
  name: "shadowed-module",
  title: "A file of one's own hides a module of Python",
  sees(view) {
    const found = firstMatch(view, SAID);
    const module = found?.[1] ?? found?.[2];
    if (module === undefined || !STANDARD_MODULES.has(module)) return null;
    // A name that Python can correct is in the real module.
    if (found?.input.includes("Did you mean")) return null;
    return view.command.includes(`${module}.py`) ? null : { module };
  },
  async repair({ module }, _view, ask) {
    if ((await ask.entry(`${module}.py`)) === null) return null;
    return {
      shell: `mv -n ${module}.py my_${module}.py`,
      explanation: `${module}.py in this directory is imported in place of Python's own ${module}; it gets another name.`,
    };
  },
});

import { withVariable } from "../edit-command.ts";
import { quotedPath } from "../quote.ts";
import { rule } from "../rule.ts";
import { LANGUAGES, speaks } from "../source/languages.ts";
import { missingModule } from "./missing-module.ts";

const PLACE = ".python-packages";

export const localWheel = rule({
  name: "local-wheel",
  title: "A wheel in the project is not installed",
  sees: (view) => (speaks(LANGUAGES.python, view, "main.py") ? missingModule(view) : null),
  async repair({ module }, view, ask) {
    const found = await ask.find(
      new RegExp(`^${module.replaceAll("_", "[_-]")}-[^/]{1,100}\\.whl$`),
    );
    const [wheel] = found;
    if (wheel === undefined) return null;
    const directory = wheel.includes("/") ? wheel.slice(0, wheel.lastIndexOf("/")) : ".";
    return {
      shell: `python3 -m pip install --quiet --disable-pip-version-check --no-index --find-links ${quotedPath(directory)} --target ${PLACE} ${quotedPath(wheel)}`,
      correctedCommand: withVariable(view, "PYTHONPATH", PLACE),
      explanation: `${module} is not installed; this installs ${wheel} into ${PLACE}.`,
    };
  },
});

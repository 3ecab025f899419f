import { sedInPlace } from "../quote.ts";
import { rule } from "../rule.ts";
import { LANGUAGES, speaks } from "../source/languages.ts";
import { STANDARD_MODULES } from "./standard-modules.ts";
import { fault } from "./traceback.ts";

export const missingImport = rule({
  name: "missing-import",
  title: "Missing import in Python",
  sees(view) {
    const found = fault(view, /^NameError: name '([a-z0-9_]{2,20})' is not defined/);
    const name = found?.found[1];
    return found === null || name === undefined || !STANDARD_MODULES.has(name)
      ? null
      : speaks(LANGUAGES.python, view, found.path)
        ? { path: found.path, name }
        : null;
  },
  async repair({ path, name }, _view, ask) {
    const file = await ask.locate(path);
    const text = file === null ? null : await ask.read(file);
    if (file === null || text === null || !new RegExp(`\\b${name}\\.`).test(text)) return null;
    const lines = text.split("\n");
    const before = lines.findIndex(
      (line) => /^(?:import |from [a-z])/.test(line) && !line.includes("from __future__"),
    );
    // Without another import it goes to the top, after a #! line.
    const script =
      before === -1
        ? `1{/^#!/!{s/^/import ${name}\\n/};/^#!/{s/$/\\nimport ${name}/}}`
        : `${before + 1}i import ${name}`;
    return {
      shell: sedInPlace(script, file),
      explanation: `${file} uses ${name} but does not import it.`,
    };
  },
});

import { sedInPlace } from "../quote.ts";
import { rule } from "../rule.ts";
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
      : { path: found.path, name };
  },
  async repair({ path, name }, _view, ask) {
    const file = await ask.locate(path);
    if (file === null) return null;
    const imports = await ask.ask("grep", "-n", "-e", "^import ", "-e", "^from [a-z]", file);
    const lines = (imports ?? "").split("\n").filter((text) => /^\d{1,7}:/.test(text));
    const before = lines.find((text) => !text.includes("from __future__"));
    // Without another import it goes to the top, after a #! line.
    const script =
      before === undefined
        ? `1{/^#!/!{s/^/import ${name}\\n/};/^#!/{s/$/\\nimport ${name}/}}`
        : `${Number.parseInt(before, 10)}i import ${name}`;
    return {
      shell: sedInPlace(script, file),
      explanation: `${file} uses ${name} but does not import it.`,
    };
  },
});

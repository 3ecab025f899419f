import { replaceWordAt, sedInPlace } from "../quote.ts";
import { rule } from "../rule.ts";
import { fault } from "./traceback.ts";

const SAID =
  /^(?:NameError|AttributeError|UnboundLocalError|ImportError): .{0,200}'([A-Za-z_]\w{0,60})'(?: is not defined| from '[\w.]{1,80}' \([^)]{0,200}\))?\. Did you mean: '([A-Za-z_]\w{0,60})'\?$/;

export const mistypedName = rule({
  name: "mistyped-name",
  title: "A name in Python is mistyped, and Python knows the right one",
  sees(view) {
    const found = fault(view, SAID);
    const [, typed, meant] = found?.found ?? [];
    if (found === null || typed === undefined || meant === undefined) return null;
    // Names of Python 2 are near to others by accident.
    if (["xrange", "unichr", "raw_input"].includes(typed)) return null;
    return { ...found, typed, meant };
  },
  async repair({ path, line, typed, meant }, _view, ask) {
    const file = await ask.locate(path);
    if (file === null) return null;
    return {
      shell: sedInPlace(replaceWordAt(line, typed, meant), file),
      explanation: `Line ${line} of ${file} says ${typed}; Python knows ${meant}.`,
    };
  },
});

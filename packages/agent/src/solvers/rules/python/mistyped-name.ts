import { mistyped } from "../mistyped.ts";
import { wordOfTraceback } from "./traceback.ts";

/** Python 2 names: Python's suggestion for them is near by accident. */
const PYTHON_2 = "xrange|unichr|raw_input";

export const mistypedName = mistyped({
  name: "mistyped-name",
  kind: "Python name",
  finds: wordOfTraceback(
    new RegExp(
      `^(?:NameError|AttributeError|UnboundLocalError|ImportError): .{0,200}'(?!(?:${PYTHON_2})')([A-Za-z_]\\w{0,60})'(?: is not defined| from '[\\w.]{1,80}' \\([^)]{0,200}\\))?\\. Did you mean: '([A-Za-z_]\\w{0,60})'\\?$`,
    ),
  ),
});

import { LANGUAGES } from "../source/languages.ts";
import { MEMBERS } from "../source/members.ts";
import { nearName, slips } from "../source/slips.ts";
import { namesIn } from "../source/words.ts";
import { fault } from "./traceback.ts";

/** Python 2 names: Python's suggestion for them is near by accident. */
const PYTHON_2 = "xrange|unichr|raw_input";
const SAID = new RegExp(
  `^(NameError|AttributeError|UnboundLocalError|ImportError): .{0,200}'(?!(?:${PYTHON_2})')([A-Za-z_]\\w{0,60})'(?: is not defined| from '[\\w.]{1,80}' \\([^)]{0,200}\\))?(?:\\. Did you mean: '([A-Za-z_][\\w.]{0,60})'\\?)?$`,
);
/** Constants that Python suggests for none of their misspellings, and those of other languages. */
const CONSTANTS = ["True", "False", "None"];
const FOREIGN: Readonly<Record<string, string>> = {
  null: "None",
  nil: "None",
  NULL: "None",
  undefined: "None",
};

export const mistypedName = slips({
  name: "mistyped-name",
  kind: "Python name",
  language: LANGUAGES.python,
  finds(view) {
    const at = fault(view, SAID);
    const [, error, typed, meant] = at?.found ?? [];
    if (at === null || typed === undefined) return [];
    const { path, line } = at;
    // Without a suggestion, Python found no name that is near.
    if (meant === undefined && error !== "NameError") return [];
    return [{ path, line, typed, meant, isMember: error === "AttributeError" }];
  },
  hasMember: (name) => MEMBERS.python.includes(name),
  near({ typed }, { lines }) {
    if (Object.hasOwn(FOREIGN, typed)) return FOREIGN[typed] ?? null;
    const attribute = `self.${typed}`;
    if (lines.some((line) => line.includes(`${attribute} =`))) return attribute;
    return nearName(typed, [...CONSTANTS, ...namesIn(lines.filter(isDefinition))]);
  },
});

function isDefinition(line: string): boolean {
  return /^\s*(?:class|def|import|from)\b|^\s*\w+(?::[^=]{1,80})?\s*=/.test(line);
}

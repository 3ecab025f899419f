/**
 * Exceptions that only the author of the program can correct: what is wrong at which line, in plain
 * words, and what usually helps. Only what Python prints and the line itself says is told.
 */
import { advice, rule } from "../rule.ts";
import { sourceText } from "../source/source-text.ts";
import { fault } from "./traceback.ts";
import { TYPE_ERRORS } from "./type-errors.ts";
import { VALUE_ERRORS } from "./value-errors.ts";

export const pythonExplained = rule({
  name: "python-explained",
  title: "A Python exception that only the author can correct",
  sees(view) {
    for (const { says, tells } of [...TYPE_ERRORS, ...VALUE_ERRORS]) {
      const at = fault(view, says);
      if (at !== null) return { at, tells };
    }
    return null;
  },
  async repair({ at, tells }, _view, ask) {
    const source = await sourceText(at.path, ask);
    if (source === null) return null;
    const text = await tells({ ...at, source, text: source.lines[at.line - 1] ?? "", ask });
    return text === null ? null : advice(`Line ${at.line} of ${source.path}: ${text}`);
  },
});

import { replaceWord } from "../edit-command.ts";
import { corrected, rule } from "../rule.ts";
import { callOf } from "../view.ts";
import { fault } from "./traceback.ts";

/** What Python 2 has no syntax for. */
const ONLY_3 =
  /\bf["']|\)\s*->\s*\w|^\s*(?:async def|nonlocal)\b|\bprint\(.*\b(?:end|file|sep)=|:=/;

export const oldPython = rule({
  name: "old-python",
  title: "A Python 3 program runs with Python 2",
  sees(view) {
    const call = callOf(view, "python", "python2");
    const at = fault(view, /^SyntaxError: invalid syntax$/);
    const faulty = view.lines.some((line) => ONLY_3.test(line));
    return call === null || at === null || !faulty ? null : { call };
  },
  repair: ({ call }, view) =>
    corrected(
      replaceWord(view, call.program, "python3"),
      "The program is written for Python 3; here python is Python 2.",
    ),
});

import { lineSlip } from "../source/line-slips.ts";
import { withLine } from "../source/source-text.ts";
import { positionsOf } from "../source/words.ts";
import { firstMatch } from "../view.ts";

const SAID =
  /^([^:\s]{1,250}):(\d{1,7}):(\d{1,4}): error: expected (?:[‘'"],[’'"] or )?[‘'"]([;)\]])[’'"] (?:before|after|at end of)/;

export const missingSemicolon = lineSlip({
  name: "missing-semicolon",
  title: "Missing semicolon or bracket in C",
  sees(view) {
    const [, path, line, column, character] = firstMatch(view, SAID) ?? [];
    return path === undefined || character === undefined
      ? null
      : { path, line: Number(line), column: Number(column), character };
  },
  mend({ path, lines }, { line, column, character }) {
    const text = lines[line - 1] ?? "";
    // The compiler names the column after the statement; it may count a tab as eight.
    const at = positionsOf(text, column).at(-1) ?? column - 1;
    if (at > text.length || text.slice(0, at).trimEnd().endsWith(";")) return null;
    const head = text.slice(0, at);
    const gap = character === ";" ? "" : (/\s*$/.exec(head)?.[0] ?? "");
    const kept = head.slice(0, head.length - gap.length);
    return {
      lines: withLine(lines, line, kept + character + gap + text.slice(at)),
      because: `Line ${line} of ${path} needs ${character === ";" ? "a semicolon" : `a closing ${character}`}.`,
    };
  },
});

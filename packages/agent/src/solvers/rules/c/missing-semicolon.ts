import { lineSlip } from "../source/line-slips.ts";
import { withLine } from "../source/source-text.ts";
import { positionsOf } from "../source/words.ts";
import { firstMatch } from "../view.ts";

const SAID =
  /^([^:\s]{1,250}):(\d{1,7}):(\d{1,4}): error: expected (?:[‘'"],[’'"] or )?[‘'"]([;)\]])[’'"] (?:before|after|at end of)/;

/** A header, a directive, or a line with a comment. */
const NO_STATEMENT = /^\s*(?:#|if\b|else\b|for\b|while\b|do\b|switch\b)|\/\/|\*\//;

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
    const before = head.trim() === "" && character === ";" ? statementBefore(lines, line) : null;
    if (before !== null) {
      const ended = `${(lines[before - 1] ?? "").trimEnd()};`;
      return {
        lines: withLine(lines, before, ended),
        because: `Line ${before} of ${path} needs a semicolon at its end.`,
      };
    }
    const gap = character === ";" ? "" : (/\s*$/.exec(head)?.[0] ?? "");
    const kept = head.slice(0, head.length - gap.length);
    return {
      lines: withLine(lines, line, kept + character + gap + text.slice(at)),
      because: `Line ${line} of ${path} needs ${character === ";" ? "a semicolon" : `a closing ${character}`}.`,
    };
  },
});

/** The line above that the semicolon belongs to; null if it does not end with a statement. */
function statementBefore(lines: readonly string[], line: number): number | null {
  const above = lines.slice(0, line - 1);
  const index = above.findLastIndex((text) => text.trim() !== "");
  const text = above[index] ?? "";
  const isStatement = /(?:[\w)\]"']|\+\+|--)\s*$/.test(text);
  return isStatement && !NO_STATEMENT.test(text) ? index + 1 : null;
}

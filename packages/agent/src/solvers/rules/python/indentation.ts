/** A Python line that is indented more or less than it can be. */

import type { Rule } from "../rule.ts";
import { lineSlip, type Mended } from "../source/line-slips.ts";
import type { SourceText } from "../source/source-text.ts";
import { type Fault, fault } from "./traceback.ts";

export const pythonIndentation: readonly Rule[] = [
  lineSlip({
    name: "python-unexpected-indent",
    title: "A Python line is indented too far",
    sees: (view) => fault(view, /^IndentationError: unexpected indent$/),
    mend: movedLeft,
  }),
  lineSlip({
    name: "python-unmatched-indent",
    title: "A Python line is indented like no line above it",
    sees: (view) => fault(view, /^IndentationError: unindent does not match any outer/),
    mend: movedToLevel,
  }),
  lineSlip({
    name: "python-missing-body",
    title: "The body of a Python statement is not indented",
    sees: (view) =>
      fault(view, /^IndentationError: expected an indented block after .{1,60} on line (\d{1,7})$/),
    mend: movedRight,
  }),
];

/** To the depth of the line above, with the lines that follow at the same depth. */
function movedLeft({ path, lines }: SourceText, { line }: Fault): Mended | null {
  const above = lines.slice(0, line - 1).findLast((one) => one.trim() !== "") ?? "";
  const wrong = depthOf(lines[line - 1] ?? "");
  const right = depthOf(above);
  if (hasTabs(lines) || right >= wrong || above.trim().startsWith("#")) return null;
  const end = endOfBlock(lines, line, wrong);
  return {
    lines: moved(lines, line, end, right - wrong),
    because: `Line ${line} of ${path} is indented by ${wrong} spaces; the line above by ${right}.`,
  };
}

/** To the nearest level, if one is clearly the nearest. */
function movedToLevel({ path, lines }: SourceText, { line }: Fault): Mended | null {
  const depth = depthOf(lines[line - 1] ?? "");
  if (hasTabs(lines)) return null;
  const because = `Line ${line} of ${path} is indented by ${depth} spaces, like no line above it.`;
  const levels = new Set(
    lines
      .slice(0, line - 1)
      .filter((one) => one.trim() !== "")
      .map(depthOf),
  );
  const ranked = [...levels].map((level) => ({ level, away: Math.abs(level - depth) }));
  ranked.sort((a, b) => a.away - b.away);
  const [first, second] = ranked;
  if (first === undefined || (second !== undefined && second.away - first.away < 2)) {
    return { because };
  }
  const end = endOfBlock(lines, line, depth);
  return { lines: moved(lines, line, end, first.level - depth), because };
}

/** One statement is moved; with several, only the author knows which belong to the body. */
function movedRight({ path, lines }: SourceText, { line, found }: Fault): Mended | null {
  const header = Number(found[1]);
  const depth = depthOf(lines[header - 1] ?? "");
  // At the end of the file, Python names the header itself.
  if (hasTabs(lines) || line <= header || depthOf(lines[line - 1] ?? "") !== depth) return null;
  const because = `The body of line ${header} of ${path} must be indented: it starts at line ${line}.`;
  const end = endOfBlock(lines, line, depth);
  const statements = lines.slice(line - 1, end).filter((one) => depthOf(one) === depth);
  const next = lines.slice(end).find((one) => one.trim() !== "");
  const isLast = next === undefined || depthOf(next) < depth || lines[end]?.trim() === "";
  if (statements.length !== 1 || !isLast) return { because };
  return { lines: moved(lines, line, end, unitOf(lines)), because };
}

/** The number of the last line before a blank one or one that is indented less. */
function endOfBlock(lines: readonly string[], line: number, depth: number): number {
  const after = lines.findIndex(
    (one, at) => at >= line && (one.trim() === "" || depthOf(one) < depth),
  );
  return after === -1 ? lines.length : after;
}

function moved(lines: readonly string[], first: number, last: number, by: number) {
  return lines.map((line, at) =>
    at < first - 1 || at >= last ? line : " ".repeat(depthOf(line) + by) + line.trimStart(),
  );
}

function unitOf(lines: readonly string[]): number {
  const depths = lines.map(depthOf).filter((depth) => depth > 0);
  return depths.length === 0 ? 4 : Math.min(...depths);
}

function depthOf(line: string): number {
  return line.length - line.trimStart().length;
}

function hasTabs(lines: readonly string[]): boolean {
  return lines.some((line) => /^\s*\t/.test(line));
}

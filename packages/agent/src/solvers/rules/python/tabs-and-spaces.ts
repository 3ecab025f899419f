import { filterInPlace } from "../quote.ts";
import { rule } from "../rule.ts";
import { fault } from "./traceback.ts";

export const tabsAndSpaces = rule({
  name: "tabs-and-spaces",
  title: "Mixed tabs and spaces in Python",
  sees: (view) =>
    fault(
      view,
      /^TabError: inconsistent use of tabs|^IndentationError: unexpected indent|^IndentationError: unindent does not match/,
    ),
  async repair({ path, line }, _view, ask) {
    const file = await ask.locate(path);
    const text = file === null ? null : await ask.read(file);
    const lines = text?.split("\n") ?? [];
    if (file === null || !lines.some((one) => /^\s*\t/.test(one))) return null;
    const width = [4, 8].find((one) => fits(lines, line, one)) ?? 4;
    return {
      shell: filterInPlace(`expand --initial --tabs=${width}`, file),
      explanation: `${file} mixes tabs and spaces; this replaces each leading tab by ${width} spaces.`,
    };
  },
});

/** Whether the faulty line fits the one before it with tabs of this width. */
function fits(lines: readonly string[], faulty: number, width: number): boolean {
  const before = lines.slice(0, faulty - 1).findLast((line) => line.trim() !== "") ?? "";
  const depth = depthOf(lines[faulty - 1] ?? "", width);
  return before.trimEnd().endsWith(":")
    ? depth > depthOf(before, width)
    : depth === depthOf(before, width);
}

function depthOf(line: string, width: number): number {
  let depth = 0;
  for (const character of line) {
    if (character === "\t") depth += width - (depth % width);
    else if (character === " ") depth += 1;
    else break;
  }
  return depth;
}

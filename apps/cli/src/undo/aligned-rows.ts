/** Rows of a list in columns. Where a line would not fit, some of its cells are cut in the middle. */
import { cutMiddle } from "../contracts/cut-middle.ts";

const GAP = "  ";
/** A cell that is cut keeps this much. */
const MIN_WIDTH = 20;

interface Fit {
  readonly columns: number;
  /** Which cells may be cut, the first of them first. */
  readonly cuts: readonly number[];
}

export function alignedRows(
  rows: readonly (readonly string[])[],
  { columns, cuts }: Fit,
): readonly string[] {
  const count = Math.max(0, ...rows.map(({ length }) => length));
  const widths = Array.from({ length: count }, (_, n) =>
    Math.max(...rows.map((row) => widthOf(row[n] ?? ""))),
  );
  for (const n of cuts) {
    const taken = widths.reduce((sum, width) => sum + width + GAP.length, -GAP.length);
    const width = widths[n] ?? 0;
    widths[n] = Math.max(Math.min(width, MIN_WIDTH), Math.min(width, width - (taken - columns)));
  }
  return rows.map((row) =>
    row
      .map((cell, n) => {
        const width = widths[n] ?? 0;
        const text = cuts.includes(n) ? cutMiddle(cell, width) : cell;
        return text + " ".repeat(width - widthOf(text));
      })
      .join(GAP)
      .trimEnd(),
  );
}

function widthOf(text: string): number {
  return [...text].length;
}

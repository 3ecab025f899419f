/** Ranges of lines, first and last included, as a diff has them. */

export type LineRange = readonly [first: number, last: number];

/** A file of a diff, and its lines that the diff shows. */
export interface DiffFile {
  readonly path: string;
  /** Ascending, with a gap between any two; none if only its name or mode changes. */
  readonly ranges: readonly LineRange[];
}

/** The same lines, ascending and with gaps. */
export function mergeRanges(ranges: readonly LineRange[]): readonly LineRange[] {
  const merged: [number, number][] = [];
  for (const [first, last] of ranges.toSorted(([a], [b]) => a - b)) {
    const before = merged.at(-1);
    if (before !== undefined && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else merged.push([first, last]);
  }
  return merged;
}

/** Whether all of these lines are in one of the ranges. */
export function isWithin(ranges: readonly LineRange[], [first, last]: LineRange): boolean {
  return ranges.some(([from, to]) => from <= first && last <= to);
}

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

/** Whether all of these lines are in one of the ranges, which ascend: only the last that begins before. */
export function isWithin(ranges: readonly LineRange[], [first, last]: LineRange): boolean {
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.[0] ?? 0) <= first) low = middle + 1;
    else high = middle;
  }
  const [from, to] = ranges[low - 1] ?? [1, 0];
  return from <= first && last <= to;
}

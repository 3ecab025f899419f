/**
 * Which cells of a test matrix run. `npm run long` runs every cell; `npm test` runs a few, chosen by
 * the commit's hash, so that each commit tests others and one commit always tests the same.
 */
import { sha256Hex } from "@bazaar/kernel";

/** Set by the test runner: every cell of every matrix. */
export const FULL_MATRIX = "BAZAAR_FULL_MATRIX";
/** Set by the test runner to the commit's hash. */
export const SAMPLE_SEED = "BAZAAR_SAMPLE_SEED";

export function isFullMatrix(): boolean {
  return process.env[FULL_MATRIX] === "1";
}

/** What a test that runs in another process hands on, so that it chooses the same cells. */
export function sampleEnvironment(): Readonly<Record<string, string>> {
  const names = [FULL_MATRIX, SAMPLE_SEED];
  return Object.fromEntries(names.map((name) => [name, process.env[name] ?? ""]));
}

/** As `sample`, always with the first and the last cell: a row of kill points has two ends. */
export function sampleWithEnds<T>(
  matrix: string,
  cells: readonly T[],
  count: number,
): readonly T[] {
  if (cells.length <= 2) return cells;
  const between = sample(matrix, cells.slice(1, -1), Math.max(count - 2, 0));
  return [...cells.slice(0, 1), ...between, ...cells.slice(-1)];
}

/** `count` of the cells, in their own order; all of them in a full run. */
export function sample<T>(matrix: string, cells: readonly T[], count: number): readonly T[] {
  if (isFullMatrix() || count >= cells.length) return cells;
  const seed = process.env[SAMPLE_SEED] ?? "";
  const ranked = cells.map((cell, at) => ({
    cell,
    at,
    rank: sha256Hex(`${seed}/${matrix}/${at}`),
  }));
  const chosen = ranked.toSorted((a, b) => (a.rank < b.rank ? -1 : 1)).slice(0, count);
  return chosen.toSorted((a, b) => a.at - b.at).map(({ cell }) => cell);
}

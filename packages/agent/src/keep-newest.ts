import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

/** Of files or directories that are named after contracts. */
const NAME = /^[0-9a-f]{64}$/;

/** Removes all but the newest `count`. */
export function keepNewest(directory: string, count: number): void {
  const paths = readdirSync(directory)
    .filter((name) => NAME.test(name))
    .map((name) => join(directory, name));
  const dated = paths.map((path) => ({ path, ms: statSync(path).mtimeMs }));
  const oldest = dated.toSorted((a, b) => b.ms - a.ms).slice(count);
  for (const { path } of oldest) rmSync(path, { recursive: true, force: true });
}

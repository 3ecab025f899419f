/** Orders directories before or after their contents: a path is longer than its parents. */
import type { RawPath } from "../disk/raw-path.ts";

interface AtPath {
  readonly path: RawPath;
}

/** To open them: a closed one hides those below it. */
export function outerFirst<T extends AtPath>(all: readonly T[]): T[] {
  return all.toSorted((one, other) => one.path.length - other.path.length);
}

/** To close them: a closed outer one would hide those below it. */
export function deepestFirst<T extends AtPath>(all: readonly T[]): T[] {
  return all.toSorted((one, other) => other.path.length - one.path.length);
}

/** Directories before or after what lies in them: a path is longer than any that leads to it. */
import type { RawPath } from "../disk/raw-path.ts";

interface AtPath {
  readonly path: RawPath;
}

/** One that is still closed hides those below it. */
export function outerFirst<T extends AtPath>(all: readonly T[]): T[] {
  return all.toSorted((one, other) => one.path.length - other.path.length);
}

/** One that is closed first would hide those below it. */
export function deepestFirst<T extends AtPath>(all: readonly T[]): T[] {
  return all.toSorted((one, other) => other.path.length - one.path.length);
}

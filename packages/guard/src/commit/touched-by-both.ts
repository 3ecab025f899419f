/** Names that two commits both changed: the later must be undone first. */
import { parentPath, type RawPath } from "../disk/raw-path.ts";
import type { CommitPlan, DirectoryOperation } from "./operation.ts";

export function touchedByBoth(one: CommitPlan, other: CommitPlan): RawPath | null {
  const [first, second] = [touchedBy(one), touchedBy(other)];
  return (
    [...first].find((path) => isBelowAny(path, second)) ??
    [...second].find((path) => isBelowAny(path, first)) ??
    // A directory whose mode one of them set and to which the other added something.
    one.directories.find(({ path }) => second.has(path))?.path ??
    other.directories.find(({ path }) => first.has(path))?.path ??
    null
  );
}

/** Whether a commit changed one of these names, something below it or a directory above it. */
export function isTouchedBy(paths: readonly RawPath[], plan: CommitPlan): boolean {
  const [names, touched] = [new Set(paths), touchedBy(plan)];
  return (
    paths.some((path) => isBelowAny(path, touched)) ||
    [...touched].some((path) => isBelowAny(path, names))
  );
}

function touchedBy({ operations, directories }: CommitPlan): ReadonlySet<RawPath> {
  return new Set([...operations, ...directories.filter(isItselfChanged)].map(({ path }) => path));
}

/** Otherwise only its time changed. */
export function isItselfChanged({ before, after }: DirectoryOperation): boolean {
  const facts = [before, after].map(({ mode, uid, gid, attributes }) =>
    JSON.stringify([mode, uid, gid, Object.entries(attributes).sort()]),
  );
  return facts[0] !== facts[1];
}

function isBelowAny(path: RawPath, trees: ReadonlySet<RawPath>): boolean {
  for (let at = path; at !== "/"; at = parentPath(at)) {
    if (trees.has(at)) return true;
  }
  return trees.has(path);
}

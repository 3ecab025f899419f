/**
 * What belongs to the working directory: the project around it, as the version control sees it. A
 * command in a subdirectory reads manifests and packages above it.
 */
import { dirname, join, resolve } from "node:path";
import { isBelow } from "../jail/masks.ts";
import { kindOf, realPathOf, textAt } from "./places-on-disk.ts";
import { mayBeShown } from "./wide-places.ts";

const MARKERS = [".git", ".hg", ".jj"];

/** The outermost first. More than one where the history is stored elsewhere; none where it is wide. */
export function workingTree(directory: string, home: string): readonly string[] {
  if (!mayBeShown(directory, home)) return [];
  const top = projectOf(directory, home);
  return [top, ...historyOf(top)].filter((path) => mayBeShown(path, home));
}

/** The directory around `directory` that is under version control, or itself. Both are real paths. */
export function projectOf(directory: string, home: string): string {
  // A home can be under version control too, and is not the project of everything in it.
  const isProject = (path: string) => mayBeShown(path, home) && path !== home;
  for (let path = directory; isProject(path); path = dirname(path)) {
    if (MARKERS.some((name) => kindOf(join(path, name)) !== null)) return path;
  }
  return directory;
}

/** Of a linked worktree or a submodule: `.git` is a file that names it. */
function historyOf(top: string): readonly string[] {
  if (kindOf(join(top, ".git")) !== "file") return [];
  const named = /^gitdir: (.+)$/m.exec(textAt(join(top, ".git")) ?? "")?.[1];
  const own = named === undefined ? null : realPathOf(resolve(top, named));
  // Anything else could name a directory that has nothing to do with git.
  if (own === null || kindOf(join(own, "HEAD")) !== "file" || !own.includes("/.git/")) return [];
  const common = textAt(join(own, "commondir"))?.trim();
  const shared = common === undefined ? own : (realPathOf(resolve(own, common)) ?? own);
  return [shared.endsWith("/.git") ? shared : own].filter((path) => !isBelow(path, top));
}

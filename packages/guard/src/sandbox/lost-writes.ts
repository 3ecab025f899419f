/**
 * What commands wrote where nothing is kept: in front of hidden files, and outside of what is shown.
 * A command whose effect was there has succeeded inside and done nothing outside.
 */
import { type Dirent, readdirSync } from "node:fs";
import { join } from "node:path";
import { errorCode } from "../error-code.ts";
import { parentsOf } from "../view/parents-of.ts";

/** A directory of the sandbox's own, and the path that commands know it by. */
export interface LostPlace {
  readonly at: string;
  readonly from: string;
}

const MAX_ENTRIES = 5_000;

/** The paths as commands know them: files, and directories that are empty and new. */
export function lostWrites(
  places: readonly LostPlace[],
  /** Directories that were there before. */
  known: readonly string[],
): readonly string[] {
  const before = new Set(known.flatMap((path) => [path, ...parentsOf(path)]));
  const found: string[] = [];
  const rest = [...places];
  for (let place = rest.pop(); place !== undefined; place = rest.pop()) {
    const { at, from } = place;
    const entries = entriesOf(from);
    if (entries.length === 0 && !before.has(at)) found.push(at);
    for (const entry of entries) {
      const inner = { at: join(at, entry.name), from: join(from, entry.name) };
      if (entry.isDirectory()) rest.push(inner);
      else found.push(inner.at);
    }
    if (found.length + rest.length > MAX_ENTRIES) break;
  }
  return found.sort();
}

/** None for a directory that a command has closed or that was never made. */
function entriesOf(directory: string): readonly Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch (error) {
    if (!["EACCES", "ENOENT"].includes(errorCode(error))) throw error;
    return [];
  }
}

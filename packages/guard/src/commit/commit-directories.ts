/**
 * Where commits are kept: one numbered directory each, the newest with its backups for `undo`.
 * Older ones go when a newer one stands, never before.
 */
import { mkdirSync, readdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { removeTree } from "../sandbox/remove-tree.ts";
import { type Journal, lastStage } from "./journal.ts";
import type { Mover } from "./mover.ts";

const COMMITS = "commits";
const NUMBERED = /^\d{9}$/;
/** Where old entries go, where new ones go when taken back, where links are made. */
const FOLDERS = ["kept", "aside", "fresh"];

export interface KnownCommit {
  readonly directory: string;
  readonly journal: Journal;
}

/** Nothing is left to do for it; its journal may be long and need not be read. */
export function hasEnded(directory: string): boolean {
  const stage = lastStage(directory);
  return stage === "finished" || stage === "taken_back";
}

/** Oldest first. */
export function commitDirectories(stateDirectory: string): string[] {
  const home = join(realpathSync(stateDirectory), COMMITS);
  mkdirSync(home, { recursive: true, mode: 0o700 });
  return readdirSync(home)
    .filter((name) => NUMBERED.test(name))
    .sort()
    .map((name) => join(home, name));
}

export function makeCommitDirectory(stateDirectory: string): string {
  const newest = commitDirectories(stateDirectory).at(-1);
  const number = newest === undefined ? 1 : Number(newest.slice(-9)) + 1;
  const home = join(realpathSync(stateDirectory), COMMITS);
  const directory = join(home, `${number}`.padStart(9, "0"));
  for (const folder of FOLDERS)
    mkdirSync(join(directory, folder), { recursive: true, mode: 0o700 });
  return directory;
}

export async function removeOlder(
  mover: Mover,
  stateDirectory: string,
  newest: string,
): Promise<void> {
  for (const directory of commitDirectories(stateDirectory)) {
    if (directory >= newest) continue;
    mover.announce(`remove ${directory}`);
    await removeTree(directory);
  }
}

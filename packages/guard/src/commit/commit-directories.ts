/**
 * Where commits are stored: one numbered directory each, with its backups for `undo`. Old ones are
 * removed when a newer one stands, never before; `make-room.ts` says which.
 */
import { existsSync, mkdirSync, readdirSync, realpathSync, renameSync } from "node:fs";
import { join } from "node:path";
import { entryAt } from "../disk/disk-entry.ts";
import { removeTree } from "../disk/remove-tree.ts";
import { errorCode } from "../error-code.ts";
import { type Journal, lastStage, type Made } from "./journal.ts";
import type { Mover } from "./mover.ts";

const COMMITS = "commits";
const DIGITS = 9;
const NUMBERED = new RegExp(`^\\d{${DIGITS}}$`);
const LEAVING = ".leaving";
/** Where old entries go, where new ones go when taken back, where links are made. */
const FOLDERS = ["kept", "aside", "fresh"];

export interface KnownCommit {
  readonly directory: string;
  readonly journal: Journal;
}

/** It is finished; its long journal need not be read. */
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
  const number = newest === undefined ? 1 : numberOf(newest) + 1;
  const home = join(realpathSync(stateDirectory), COMMITS);
  const directory = join(home, `${number}`.padStart(DIGITS, "0"));
  for (const folder of FOLDERS)
    mkdirSync(join(directory, folder), { recursive: true, mode: 0o700 });
  return directory;
}

export function numberOf(directory: string): number {
  return Number(directory.slice(-DIGITS));
}

/** Whether the directory of a commit is gone; one that cannot be seen is not. */
export function isGone({ directory }: Pick<Made, "directory">): boolean {
  try {
    return entryAt(directory)?.type !== "directory";
  } catch (error) {
    if (errorCode(error) === "") throw error;
    return false;
  }
}

/** Renamed first: half a backup must never look whole. */
export async function removeCommit(mover: Mover, directory: string): Promise<void> {
  mover.announce(`remove ${directory}`);
  const leaving = `${directory}${LEAVING}`;
  renameSync(directory, leaving);
  mover.announce(`remove ${leaving}`);
  await removeTree(leaving);
}

/** What a crash left of removed ones. */
export async function removeLeaving(mover: Mover, stateDirectory: string): Promise<void> {
  const home = join(realpathSync(stateDirectory), COMMITS);
  for (const name of readdirSync(home).filter((each) => each.endsWith(LEAVING))) {
    mover.announce(`remove ${name}`);
    await removeTree(join(home, name));
  }
}

export function backupFolders(directory: string): string[] {
  return FOLDERS.map((folder) => join(directory, folder));
}

/** Keeps the journal of a commit that was rolled back: it says what is here because of us. */
export async function removeBackups(mover: Mover, directory: string): Promise<void> {
  for (const path of backupFolders(directory)) {
    if (!existsSync(path)) continue;
    mover.announce(`remove ${path}`);
    await removeTree(path);
  }
}

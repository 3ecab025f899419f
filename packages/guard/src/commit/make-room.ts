/**
 * How far back `undo` and the kept copies reach: a number of commits and a size of backups per state
 * directory. The oldest are removed first, and those whose working directory is gone. The newest
 * always stays. Commits that were undone have a number of their own, so that trying and undoing does
 * not push out what can still be undone.
 */
import {
  commitDirectories,
  isGone,
  removeBackups,
  removeCommit,
  removeLeaving,
} from "./commit-directories.ts";
import { keptBytes, lastStage, readMade } from "./journal.ts";
import type { Mover } from "./mover.ts";

export interface Room {
  readonly commits: number;
  readonly bytes: bigint;
}

const ROOM: Room = { commits: 16, bytes: 2n ** 30n };

/** Called after the newest stands. */
export async function makeRoom(
  mover: Mover,
  stateDirectory: string,
  newest: string,
  room: Room = ROOM,
): Promise<void> {
  await removeLeaving(mover, stateDirectory);
  const older = commitDirectories(stateDirectory).filter((each) => each < newest);
  const undoable = older.filter((each) => lastStage(each) === "finished");
  const takenBack = older.filter((each) => lastStage(each) === "taken_back");
  const { standing, undone } = stayingOf(older.toReversed(), newest, room);
  for (const directory of undoable.filter((each) => !standing.has(each))) {
    await removeCommit(mover, directory);
  }
  const oldest = [...standing].at(-1) ?? newest;
  for (const [n, directory] of takenBack.toReversed().entries()) {
    if (undone.has(directory)) continue;
    // Only undoing an older commit needs to know what this one put back.
    if (directory < oldest || n >= room.commits) await removeCommit(mover, directory);
    else await removeBackups(mover, directory);
  }
}

interface Staying {
  readonly standing: ReadonlySet<string>;
  /** Rolled back, and their copies are kept. */
  readonly undone: ReadonlySet<string>;
}

/** Of commits from the newest to the oldest. */
function stayingOf(older: readonly string[], newest: string, room: Room): Staying {
  const standing = new Set<string>();
  const undone = new Set<string>();
  let bytes = keptBytes(newest);
  for (const directory of older) {
    const isStanding = lastStage(directory) === "finished";
    if (isStanding && isGone(readMade(directory))) continue;
    bytes += keptBytes(directory);
    if (bytes > room.bytes || standing.size + 1 >= room.commits) break;
    if (isStanding) standing.add(directory);
    else if (undone.size < room.commits) undone.add(directory);
  }
  return { standing, undone };
}

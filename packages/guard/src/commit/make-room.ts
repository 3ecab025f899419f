/**
 * How far back `undo` reaches: a number of commits and a size of backups per state directory. The
 * oldest are removed first, and those whose working directory is gone. The newest always stays.
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
  const staying = stayingOf(undoable, newest, room);
  for (const directory of undoable.filter((each) => !staying.has(each))) {
    await removeCommit(mover, directory);
  }
  const oldest = [...staying].at(-1) ?? newest;
  const takenBack = older.filter((each) => lastStage(each) === "taken_back");
  for (const [n, directory] of takenBack.toReversed().entries()) {
    // Only undoing an older commit needs to know what this one put back.
    if (directory < oldest || n >= room.commits) await removeCommit(mover, directory);
    else await removeBackups(mover, directory);
  }
}

/** The newest first. */
function stayingOf(undoable: readonly string[], newest: string, room: Room): Set<string> {
  const staying = new Set<string>();
  let bytes = keptBytes(newest);
  for (const directory of undoable.toReversed()) {
    if (isGone(readMade(directory))) continue;
    bytes += keptBytes(directory);
    if (staying.size + 1 >= room.commits || bytes > room.bytes) break;
    staying.add(directory);
  }
  return staying;
}

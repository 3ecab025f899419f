/** Removes everything the guard has stored for a user: kept fixes, and what undo and recover need. */
import { existsSync, rmdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { namesOrNone } from "../disk/names-in.ts";
import { rawPath } from "../disk/raw-path.ts";
import { removeTree } from "../disk/remove-tree.ts";
import { errorCode } from "../error-code.ts";
import { ownerOf } from "../jail/owner.ts";
import { placeCandidates } from "../sandbox/state-directory.ts";
import { sweep } from "../sandbox/sweep.ts";
import { commitDirectories, hasEnded } from "./commit-directories.ts";
import { lockCommits } from "./lock-commits.ts";
import { type CommitResult, done, refused } from "./refusal.ts";

/** The lock goes last: it is held meanwhile. Other names in there are not ours. */
const STORED = ["made", "searched", "sandboxes", "commit.lock"];

/**
 * Refused while a commit or a sandbox is in use. A commit that could not be recovered stays, because
 * its only backups are here; the directories of those are returned.
 * @throws NotRemoved
 */
export async function removeState(
  stateDirectory: string,
  uid: number,
): Promise<CommitResult<readonly string[]>> {
  const [own = "", ...inMemory] = placeCandidates(stateDirectory, uid);
  let unrecovered: readonly string[] = [];
  if (existsSync(stateDirectory)) {
    const lock = await lockCommits(stateDirectory);
    if (!lock.ok) return lock;
    await using _held = lock.value;
    if (isInUse(own)) return refused({ code: "busy", stateDirectory });
    const commits = commitDirectories(stateDirectory);
    unrecovered = commits.filter((directory) => !hasEnded(directory));
    if (unrecovered.length === 0) await removeTree(join(stateDirectory, "commits"));
    else for (const each of commits.filter(hasEnded)) await removeTree(each);
    for (const name of STORED) await removeTree(join(stateDirectory, name));
    removeIfEmpty(stateDirectory);
  }
  for (const base of inMemory) {
    // Other sandboxes of this user may be open there.
    await sweep(base);
    removeIfEmpty(base);
    removeIfEmpty(dirname(base));
  }
  return done(unrecovered);
}

function isInUse(base: string): boolean {
  return namesOrNone(rawPath(base)).some((name) => ownerOf(name) === "alive");
}

function removeIfEmpty(directory: string): void {
  try {
    rmdirSync(directory);
  } catch (error) {
    if (errorCode(error) === "") throw error;
  }
}

/**
 * Removes what sandboxes of dead processes left: directories, control groups and, in rare races, a
 * jail. Mounts are gone with their namespaces. A sandbox of a living process, or a kept one, is
 * never touched.
 *
 * Where other users can write, a name does not say who made it, and nothing is touched. What cannot
 * be removed is skipped, so that opening a sandbox never fails because of it.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { namesOrNone } from "../disk/names-in.ts";
import { isPrivatePath } from "../disk/private-path.ts";
import { rawPath } from "../disk/raw-path.ts";
import { NotRemoved, removeTree } from "../disk/remove-tree.ts";
import { errorCode } from "../error-code.ts";
import { abandonedGroups } from "../jail/control-group.ts";
import { ownerOf } from "../jail/owner.ts";
import { killProcess } from "../jail/running-jail.ts";
import { removeReplaced } from "./kept-directory.ts";

/** How many abandoned sandboxes were removed from below `base`. */
export async function sweep(base: string): Promise<number> {
  let removed = 0;
  if (isPrivatePath(base)) {
    for (const id of abandonedIn(base)) {
      const isGone = await attempt(async () => {
        for (const pid of processesShowing(id)) killProcess(pid);
        await removeTree(join(base, id));
      });
      if (isGone) removed += 1;
    }
    await attempt(() => removeReplaced(base));
  }
  await attempt(sweepGroups);
  return removed;
}

function abandonedIn(base: string): readonly string[] {
  return namesOrNone(rawPath(base)).filter((name) => ownerOf(name) === "dead");
}

/** Groups are found by their own names: the directory of their sandbox may be gone. */
async function sweepGroups(): Promise<void> {
  for (const group of abandonedGroups()) {
    await attempt(async () => {
      for (const pid of group.processes()) killProcess(pid);
      await group.remove();
    });
  }
}

/** False after a system error, which is left for the next sweep; bugs are thrown. */
async function attempt(work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (error instanceof NotRemoved || errorCode(error) !== "") return false;
    throw error;
  }
}

/** Processes that see one of its mounts: only its own can. */
function processesShowing(id: string): readonly number[] {
  const pids = namesOrNone(rawPath("/proc")).filter((name) => /^\d+$/.test(name));
  return pids
    .filter((pid) => readOrEmpty(`/proc/${pid}/mountinfo`).includes(` overlay fix-${id} `))
    .map(Number);
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (isUnreadable(error)) return "";
    throw error;
  }
}

function isUnreadable(error: unknown): boolean {
  const unreadable = ["ENOENT", "ESRCH", "EACCES", "EPERM", "EINVAL", "ENOTDIR"];
  return unreadable.includes(errorCode(error));
}

/**
 * Clears away what sandboxes of dead processes left: their mounts are gone with their namespaces,
 * but directories, control groups and, in a race of microseconds, a jail may remain. A sandbox
 * whose owner lives is never touched, nor one that was kept.
 *
 * Where others can write, a name says nothing about whose it is: there nothing is touched at all.
 * And it does what it can. Whoever opens a sandbox is not stopped by what somebody else left.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { namesOrNone } from "../disk/names-in.ts";
import { isOursAlone } from "../disk/not-ours-alone.ts";
import { rawPath } from "../disk/raw-path.ts";
import { NotRemoved, removeTree } from "../disk/remove-tree.ts";
import { errorCode } from "../error-code.ts";
import { abandonedGroups } from "../jail/control-group.ts";
import { isOwnedName, isOwnerAlive } from "../jail/owner.ts";
import { killProcess } from "../jail/running-jail.ts";
import { removeReplaced } from "./kept-directory.ts";

/** How many abandoned sandboxes were removed from below `base`. */
export async function sweep(base: string): Promise<number> {
  let removed = 0;
  if (isOursAlone(base)) {
    for (const id of abandonedIn(base)) {
      const isGone = await asFarAsPossible(async () => {
        for (const pid of processesShowing(id)) killProcess(pid);
        await removeTree(join(base, id));
      });
      if (isGone) removed += 1;
    }
    await asFarAsPossible(() => removeReplaced(base));
  }
  await asFarAsPossible(sweepGroups);
  return removed;
}

function abandonedIn(base: string): readonly string[] {
  return namesOrNone(rawPath(base)).filter((name) => isOwnedName(name) && !isOwnerAlive(name));
}

/** Groups are looked for where groups are: the directory that belonged to one may be gone. */
async function sweepGroups(): Promise<void> {
  for (const group of abandonedGroups()) {
    await asFarAsPossible(async () => {
      for (const pid of group.processes()) killProcess(pid);
      await group.remove();
    });
  }
}

/** What the system does not let us do is left for the next time; our own mistakes are not. */
async function asFarAsPossible(work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (error instanceof NotRemoved || errorCode(error) !== "") return false;
    throw error;
  }
}

/** Processes that see one of its mounts, which nobody else can. */
function processesShowing(id: string): readonly number[] {
  const pids = namesOrNone(rawPath("/proc")).filter((name) => /^\d+$/.test(name));
  return pids
    .filter((pid) => readOrNothing(`/proc/${pid}/mountinfo`).includes(` overlay fix-${id} `))
    .map(Number);
}

function readOrNothing(path: string): string {
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

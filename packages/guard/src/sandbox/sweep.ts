/**
 * Clears away what sandboxes of dead processes left: their mounts are gone with their namespaces,
 * but directories, control groups and, in a race of microseconds, a jail may remain. A sandbox
 * whose owner lives is never touched.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { abandonedGroups } from "../jail/control-group.ts";
import { isOwnedName, isOwnerAlive } from "../jail/owner.ts";
import { killProcess } from "../jail/running-jail.ts";
import { removeTree } from "./remove-tree.ts";

/** How many abandoned sandboxes were removed from below `base`. */
export async function sweep(base: string): Promise<number> {
  const abandoned = names(base).filter((name) => isOwnedName(name) && !isOwnerAlive(name));
  for (const id of abandoned) {
    for (const pid of processesShowing(id)) killProcess(pid);
    await removeTree(join(base, id));
  }
  // Groups are looked for where groups are: the directory that belonged to one may be gone.
  for (const group of abandonedGroups()) {
    for (const pid of group.processes()) killProcess(pid);
    await group.remove();
  }
  return abandoned.length;
}

/** Processes that see one of its mounts, which nobody else can. */
function processesShowing(id: string): readonly number[] {
  const pids = names("/proc").filter((name) => /^\d+$/.test(name));
  return pids
    .filter((pid) => readOrNothing(`/proc/${pid}/mountinfo`).includes(` overlay fix-${id} `))
    .map(Number);
}

function names(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch (error) {
    if (isUnreadable(error)) return [];
    throw error;
  }
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
  const code = (error as NodeJS.ErrnoException).code ?? "";
  return ["ENOENT", "ESRCH", "EACCES", "EPERM", "EINVAL", "ENOTDIR"].includes(code);
}

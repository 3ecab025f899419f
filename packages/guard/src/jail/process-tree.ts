/**
 * Processes below one process, read from /proc. Orphans in a jail are adopted by the jail's first
 * process, so nothing leaves this tree.
 */
import { readFileSync } from "node:fs";
import { namesOrNone } from "../disk/names-in.ts";
import { rawPath } from "../disk/raw-path.ts";
import { errorCode } from "../error-code.ts";

export interface TreeUse {
  readonly processes: number;
  readonly memoryBytes: number;
}

/** More than any limit: a tree that grows while it is read must not be read forever. */
const MAX_READ = 20_000;

export function treeUse(root: number, maxProcesses: number): TreeUse {
  const waiting = [root];
  let processes = 0;
  let memoryBytes = 0;
  for (let pid = waiting.pop(); pid !== undefined; pid = waiting.pop()) {
    processes += 1;
    if (processes > maxProcesses || processes > MAX_READ) break;
    memoryBytes += residentBytes(pid);
    waiting.push(...childrenOf(pid));
  }
  return { processes, memoryBytes };
}

/** Start time in ticks since boot, or null if there is no such process. Pids are reused. */
export function startedAt(pid: number): string | null {
  const text = read(`/proc/${pid}/stat`);
  // The second field is a name in brackets that may contain spaces and brackets.
  const fields = text?.slice(text.lastIndexOf(")") + 2).split(" ");
  const state = fields?.[0];
  return state === undefined || state === "Z" || state === "X" ? null : (fields?.[19] ?? null);
}

function childrenOf(pid: number): readonly number[] {
  return namesOrNone(rawPath(`/proc/${pid}/task`)).flatMap((thread) =>
    (read(`/proc/${pid}/task/${thread}/children`) ?? "").split(" ").filter(Boolean).map(Number),
  );
}

/** Private and shared memory; pages of files on disk can be dropped. */
function residentBytes(pid: number): number {
  const status = read(`/proc/${pid}/status`) ?? "";
  const kilobytes = [...status.matchAll(/^Rss(?:Anon|Shmem):\s+(\d+) kB$/gm)];
  return kilobytes.reduce((sum, [, amount]) => sum + Number(amount) * 1024, 0);
}

function read(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (isGone(error)) return null;
    throw error;
  }
}

function isGone(error: unknown): boolean {
  return ["ENOENT", "ESRCH", "EACCES", "ENOTDIR"].includes(errorCode(error));
}

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
  /** Private memory of all of them. */
  readonly ownBytes: number;
  /** The most shared memory that one of them uses: others use the same. */
  readonly sharedBytes: number;
}

/** More than any limit: a tree that grows while it is read must not be read forever. */
const MAX_READ = 20_000;

export function treeUse(root: number, maxProcesses: number): TreeUse {
  const waiting = [root];
  let processes = 0;
  let ownBytes = 0;
  let sharedBytes = 0;
  for (let pid = waiting.pop(); pid !== undefined; pid = waiting.pop()) {
    processes += 1;
    if (processes > maxProcesses || processes > MAX_READ) break;
    const resident = residentBytes(pid);
    ownBytes += resident.own;
    sharedBytes = Math.max(sharedBytes, resident.shared);
    waiting.push(...childrenOf(pid));
  }
  return { processes, ownBytes, sharedBytes };
}

/** Parents first, each before its children are read. */
export function* treeBelow(root: number): Generator<number> {
  const waiting = [...childrenOf(root)];
  for (let read = 0; read < waiting.length && read < MAX_READ; read += 1) {
    const pid = waiting[read] as number;
    yield pid;
    waiting.push(...childrenOf(pid));
  }
}

/** Start time in ticks since boot, or null if there is no such process. Pids are reused. */
export function startedAt(pid: number): string | null {
  const text = readIfAny(`/proc/${pid}/stat`);
  // The second field is a name in brackets that may contain spaces and brackets.
  const fields = text?.slice(text.lastIndexOf(")") + 2).split(" ");
  const state = fields?.[0];
  return state === undefined || state === "Z" || state === "X" ? null : (fields?.[19] ?? null);
}

function childrenOf(pid: number): readonly number[] {
  return namesOrNone(rawPath(`/proc/${pid}/task`)).flatMap((thread) =>
    (readIfAny(`/proc/${pid}/task/${thread}/children`) ?? "")
      .split(" ")
      .filter(Boolean)
      .map(Number),
  );
}

/** Pages of files on disk do not count: they can be dropped. */
function residentBytes(pid: number): { readonly own: number; readonly shared: number } {
  const status = readIfAny(`/proc/${pid}/status`) ?? "";
  const bytes = (line: RegExp) => Number(line.exec(status)?.[1] ?? 0) * 1_024;
  return { own: bytes(/^RssAnon:\s+(\d+) kB$/m), shared: bytes(/^RssShmem:\s+(\d+) kB$/m) };
}

/** Null if it is gone, or closed to this user. */
export function readIfAny(path: string): string | null {
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

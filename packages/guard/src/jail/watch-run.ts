/**
 * Limits that the kernel does not enforce: time, disk space and, without control groups, memory and
 * processes. They can be exceeded by what is used within one interval.
 */
import { readFileSync, statfsSync } from "node:fs";
import type { StoppedBy } from "@bazaar/work";
import { errorCode } from "../error-code.ts";
import { treeUse } from "./process-tree.ts";
import type { Bounds } from "./run-bounded.ts";

/**
 * Counts what the whole file system lost since the command started, because walking a layer takes
 * longer the more a hostile command has written. What others write is charged to the command, which
 * may be stopped too early; what others delete is credited to it.
 */
export interface DiskWatch {
  /** A path on the file system that is watched. */
  readonly path: string;
  readonly bytes: number;
  readonly inodes: number;
}

interface WatchedRun {
  readonly bounds: Bounds;
  readonly pid: number | undefined;
  readonly oomBefore: number;
  readonly stop: (why: StoppedBy) => void;
}

const CHECK_EVERY_MS = 50;
/**
 * Without a control group some memory belongs to no process: unmapped files in memory, socket
 * buffers. The command is stopped before the machine runs out of memory, even if another process
 * used it.
 */
const HOST_RESERVE_BYTES = 256 * 2 ** 20;
/** Processes of the jail itself. */
const JAIL_PROCESSES = 8;

/** Starts watching; the returned function stops it. */
export function watchRun({ bounds, pid, oomBefore, stop }: WatchedRun): () => void {
  const { limits, group, disk, signal } = bounds;
  const timeout = setTimeout(() => stop("time"), limits.timeoutMs);
  const onAbort = () => stop("halted");
  signal?.addEventListener("abort", onAbort, { once: true });
  if (signal?.aborted) onAbort();
  const before = disk === undefined ? null : freeSpace(disk.path);

  const checks = setInterval(() => {
    if (disk !== undefined) {
      const now = freeSpace(disk.path);
      // The sandbox's own directory was removed: the command has lost its layer.
      if (now === null || before === null) stop("broken");
      else if (before.bytes - now.bytes > disk.bytes) stop("disk");
      else if (before.inodes - now.inodes > disk.inodes) stop("inodes");
    }
    if (group !== null && group.oomKills() > oomBefore) stop("memory");
    if (pid === undefined || (group?.limits("memory") && group.limits("pids"))) return;
    const most = limits.processes + JAIL_PROCESSES;
    if (!group?.limits("memory") && availableMemory() < HOST_RESERVE_BYTES) stop("memory");
    const use = treeUse(pid, most);
    if (use.memoryBytes > limits.memoryBytes && !group?.limits("memory")) stop("memory");
    if (use.processes > most && !group?.limits("pids")) stop("processes");
  }, CHECK_EVERY_MS);

  return () => {
    clearTimeout(timeout);
    clearInterval(checks);
    signal?.removeEventListener("abort", onAbort);
  };
}

function availableMemory(): number {
  const kilobytes = /^MemAvailable:\s+(\d+) kB$/m.exec(readFileSync("/proc/meminfo", "utf8"))?.[1];
  return kilobytes === undefined ? Number.POSITIVE_INFINITY : Number(kilobytes) * 1_024;
}

interface FreeSpace {
  readonly bytes: number;
  readonly inodes: number;
}

/** Null when the path does not exist. */
function freeSpace(path: string): FreeSpace | null {
  try {
    const { bfree, bsize, ffree } = statfsSync(path);
    return { bytes: bfree * bsize, inodes: ffree };
  } catch (error) {
    if (errorCode(error) === "ENOENT") return null;
    throw error;
  }
}

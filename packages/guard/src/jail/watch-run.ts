/**
 * The limits that no kernel interface keeps for us: wall clock, free disk, and, where there is no
 * control group, memory and processes. What can be overshot is the rate of use times one look.
 */
import { readFileSync, statfsSync } from "node:fs";
import type { StoppedBy } from "@bazaar/work";
import { errorCode } from "../error-code.ts";
import { treeUse } from "./process-tree.ts";
import type { Bounds } from "./run-bounded.ts";

/**
 * Counted is what the whole file system lost since the command started, because walking a layer
 * takes longer the more a hostile command has made of it. What others write meanwhile is charged to
 * the command, which may then be stopped too early; what others delete is credited to it, so that
 * it may write that much more.
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

const LOOK_EVERY_MS = 50;
/**
 * Without a control group some memory is nobody's: files in memory that are not mapped, what waits
 * in sockets. A command is ended before the whole machine has none left, whoever took it.
 */
const HOST_RESERVE_BYTES = 256 * 2 ** 20;
/** What the jail itself consists of, which is not the command's. */
const JAIL_PROCESSES = 8;

/** Starts watching; the answer ends it. */
export function watchRun({ bounds, pid, oomBefore, stop }: WatchedRun): () => void {
  const { limits, group, disk, signal } = bounds;
  const clock = setTimeout(() => stop("time"), limits.timeoutMs);
  const onAbort = () => stop("halted");
  signal?.addEventListener("abort", onAbort, { once: true });
  if (signal?.aborted) onAbort();
  const before = disk === undefined ? null : freeSpace(disk.path);

  const look = setInterval(() => {
    if (disk !== undefined) {
      const now = freeSpace(disk.path);
      // Somebody removed the sandbox's own directory: what runs there has lost its layer.
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
  }, LOOK_EVERY_MS);

  return () => {
    clearTimeout(clock);
    clearInterval(look);
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

/** Null when the place is gone. */
function freeSpace(path: string): FreeSpace | null {
  try {
    const { bfree, bsize, ffree } = statfsSync(path);
    return { bytes: bfree * bsize, inodes: ffree };
  } catch (error) {
    if (errorCode(error) === "ENOENT") return null;
    throw error;
  }
}

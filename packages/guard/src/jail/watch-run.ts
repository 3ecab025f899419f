/**
 * Limits that the kernel does not enforce: time, disk space and, without control groups, memory and
 * processes. They can be exceeded by what is used within one interval.
 */
import { readFileSync, statfsSync } from "node:fs";
import type { StoppedBy } from "@bazaar/kernel";
import type { Waiting } from "@bazaar/work";
import { errorCode } from "../error-code.ts";
import { type TreeUse, treeUse } from "./process-tree.ts";
import type { Bounds } from "./run-bounded.ts";
import { WaitingWatch } from "./waiting.ts";

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
  readonly outputBytes: () => number;
  readonly onWaiting: (what: Waiting) => void;
}

/** Disk and shared memory grow by what processors can write in between. */
const GROWTH_EVERY_MS = 10;
/** The same when a command that goes on like this would be over its limit in `NEAR_MS`. */
const GROWTH_SOON_MS = 1;
const NEAR_MS = 50;
/** Reading all processes takes longer. */
const PROCESSES_EVERY_MS = 50;
/**
 * Without a control group some memory belongs to no process: socket buffers, for one. The command is
 * stopped before the machine runs out of memory, even if another process used it.
 */
const HOST_RESERVE_BYTES = 256 * 2 ** 20;
/** A command that waits does so for seconds. */
const WAITING_EVERY_MS = 500;
/** Processes of the jail itself. */
const JAIL_PROCESSES = 8;

/** Starts watching; the returned function stops it. */
export function watchRun(watched: WatchedRun): () => void {
  const { limits, disk, signal, group } = watched.bounds;
  const { stop } = watched;
  const timeout = setTimeout(() => stop("time"), limits.timeoutMs);
  const onAbort = () => stop("halted");
  signal?.addEventListener("abort", onAbort, { once: true });
  if (signal?.aborted) onAbort();
  const unwatchDisk = disk === undefined ? () => undefined : watchDisk(disk, stop);
  const memory = group?.limits("memory") ? null : new UnownedMemory();
  const threadsBefore = machineThreads();
  const growth = setInterval(() => {
    if (memory?.isOver(limits.memoryBytes)) stop("memory");
    // A fork bomb that is found only at the next look may already hold all processors.
    const isForking = machineThreads() - threadsBefore > limits.processes;
    if (isForking && !group?.limits("pids")) checkProcesses(watched, memory);
  }, GROWTH_EVERY_MS);
  const processes = setInterval(() => checkProcesses(watched, memory), PROCESSES_EVERY_MS);
  const unwatchWaiting = watchWaiting(watched);
  return () => {
    clearTimeout(timeout);
    unwatchWaiting();
    unwatchDisk();
    clearInterval(growth);
    clearInterval(processes);
    signal?.removeEventListener("abort", onAbort);
  };
}

function watchWaiting({ bounds, pid, outputBytes, onWaiting }: WatchedRun): () => void {
  if (pid === undefined || bounds.stopsWaiting !== true) return () => undefined;
  const watch = new WaitingWatch(pid);
  const timer = setInterval(() => {
    const waits = watch.look(performance.now(), outputBytes());
    if (waits !== null) onWaiting(waits);
  }, WAITING_EVERY_MS);
  return () => clearInterval(timer);
}

/** Looks more often as the limit comes near. */
function watchDisk(disk: DiskWatch, stop: WatchedRun["stop"]): () => void {
  const use = new DiskUse(disk);
  const look = () => {
    const why = use.look();
    if (why !== null) stop(why);
    timer = setTimeout(look, use.isNear ? GROWTH_SOON_MS : GROWTH_EVERY_MS);
  };
  let timer = setTimeout(look, GROWTH_EVERY_MS);
  return () => clearTimeout(timer);
}

/** See `DiskWatch`. */
class DiskUse {
  /** Whether a command that goes on like this will soon be over its limit. */
  isNear = false;
  readonly #disk: DiskWatch;
  readonly #before: FreeSpace | null;
  #last = { bytes: 0, atMs: performance.now() };

  constructor(disk: DiskWatch) {
    this.#disk = disk;
    this.#before = freeSpace(disk.path);
  }

  /**
   * Why the command is to be stopped: it is past its limit, or will be at the next look, so that only
   * what it writes while it is being stopped comes on top.
   */
  look(): StoppedBy | null {
    const [before, now] = [this.#before, freeSpace(this.#disk.path)];
    this.isNear = false;
    // The sandbox's own directory was removed: the command has lost its layer.
    if (before === null || now === null) return "broken";
    if (before.inodes - now.inodes > this.#disk.inodes) return "inodes";
    const used = { bytes: before.bytes - now.bytes, atMs: performance.now() };
    const elapsedMs = Math.max(GROWTH_SOON_MS, used.atMs - this.#last.atMs);
    const bytesPerMs = Math.max(0, used.bytes - this.#last.bytes) / elapsedMs;
    this.#last = used;
    if (used.bytes + bytesPerMs * GROWTH_SOON_MS > this.#disk.bytes) return "disk";
    this.isNear = used.bytes + bytesPerMs * NEAR_MS > this.#disk.bytes;
    return null;
  }
}

function checkProcesses(
  { bounds: { limits, group }, pid, oomBefore, stop }: WatchedRun,
  memory: UnownedMemory | null,
): void {
  if (group !== null && group.oomKills() > oomBefore) stop("memory");
  if (pid === undefined || (memory === null && group?.limits("pids"))) return;
  const most = limits.processes + JAIL_PROCESSES;
  const use = treeUse(pid, most);
  if (memory !== null) memory.use = use;
  if (use.processes > most && !group?.limits("pids")) stop("processes");
}

/**
 * Memory that no control group counts: what processes own, and what is shared. Shared memory is
 * measured as what the whole machine has more of than before, because it may be mapped nowhere, or
 * by a process that has not touched it. What others share is charged to the command.
 */
class UnownedMemory {
  use: TreeUse = { processes: 0, ownBytes: 0, sharedBytes: 0 };
  readonly #before = memoryInfo().sharedBytes;

  isOver(limitBytes: number): boolean {
    const { availableBytes, sharedBytes } = memoryInfo();
    const shared = Math.max(sharedBytes - this.#before, this.use.sharedBytes);
    return this.use.ownBytes + shared > limitBytes || availableBytes < HOST_RESERVE_BYTES;
  }
}

/** How many threads there are on the whole machine, as the kernel counts them. */
function machineThreads(): number {
  return Number(/\/(\d+) \d+\s*$/.exec(readFileSync("/proc/loadavg", "utf8"))?.[1] ?? 0);
}

interface MemoryInfo {
  readonly availableBytes: number;
  readonly sharedBytes: number;
}

function memoryInfo(): MemoryInfo {
  const text = readFileSync("/proc/meminfo", "utf8");
  const bytes = (name: string): number | null => {
    const kilobytes = new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(text)?.[1];
    return kilobytes === undefined ? null : Number(kilobytes) * 1_024;
  };
  return {
    availableBytes: bytes("MemAvailable") ?? Number.POSITIVE_INFINITY,
    sharedBytes: bytes("Shmem") ?? 0,
  };
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

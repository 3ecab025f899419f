/**
 * Sees when a command waits for what will not come in a sandbox: a person, or a client. Only a tree of
 * processes that is idle counts: it uses no processor, starts and ends nothing and prints nothing.
 *
 * It is then a server if something listens, a watcher if it waits for changes of files, or known by
 * its name. What is idle for another reason is left to the time limit.
 */
import type { Waiting } from "@bazaar/work";
import { listeners, openFiles, programName } from "./listeners.ts";
import { readIfAny, treeBelow } from "./process-tree.ts";
import { waitingProgram } from "./waiting-programs.ts";

/** How long it must be idle. Tests that wait for their own server are seldom this slow. */
const IDLE_MS = 6_000;
/** Ticks of 10 ms that servers use for timers of their own while they are idle. */
const IDLE_TICKS = 12;
const MAX_PROCESSES = 200;

interface Standing {
  readonly pids: readonly number[];
  readonly ticks: number;
  readonly isBusy: boolean;
  readonly outputBytes: number;
}

export class WaitingWatch {
  readonly #root: number;
  #idleSince: { readonly atMs: number; readonly standing: Standing } | null = null;

  constructor(root: number) {
    this.#root = root;
  }

  /** What the command waits for; null while it may end. */
  look(nowMs: number, outputBytes: number): Waiting | null {
    const standing = this.#read(outputBytes);
    const since = this.#idleSince;
    if (since === null || !isAsBefore(since.standing, standing)) {
      this.#idleSince = { atMs: nowMs, standing };
      return null;
    }
    if (nowMs - since.atMs < IDLE_MS) return null;
    return waitsFor(standing.pids);
  }

  #read(outputBytes: number): Standing {
    const pids: number[] = [];
    let ticks = 0;
    let isBusy = false;
    for (const pid of treeBelow(this.#root)) {
      const text = readIfAny(`/proc/${pid}/stat`);
      if (text === null) continue;
      const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
      pids.push(pid);
      ticks += Number(fields[11]) + Number(fields[12]);
      isBusy ||= fields[0] === "R" || fields[0] === "D";
      if (pids.length > MAX_PROCESSES) break;
    }
    return { pids, ticks, isBusy, outputBytes };
  }
}

function isAsBefore(before: Standing, now: Standing): boolean {
  return (
    !now.isBusy &&
    now.outputBytes === before.outputBytes &&
    now.ticks - before.ticks <= IDLE_TICKS &&
    now.pids.join() === before.pids.join()
  );
}

function waitsFor(pids: readonly number[]): Waiting | null {
  const [first] = pids;
  if (first === undefined) return null;
  const [known] = pids.flatMap((pid) => waitingProgram(programName(pid)) ?? []);
  if (known !== undefined) return known;
  const opened = pids.map((pid) => ({ pid, files: openFiles(pid) }));
  // All processes of a jail share its network.
  const [listener] = listeners(pids.at(-1) ?? first);
  if (listener !== undefined) {
    const server =
      opened.find(({ files }) => files.includes(listener.socket))?.pid ?? pids.at(-1) ?? first;
    const words = `is a server: it listens on port ${listener.port} and does not end`;
    return { for: "end", words: `${programName(server)} ${words}` };
  }
  const watcher = opened.find(({ files }) => files.includes("anon_inode:inotify"));
  return watcher === undefined
    ? null
    : {
        for: "end",
        words: `${programName(watcher.pid)} watches files for changes and does not end`,
      };
}

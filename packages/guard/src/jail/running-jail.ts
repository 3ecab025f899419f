/** A jail while a command runs in it. */
import { constants, setPriority } from "node:os";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { errorCode } from "../error-code.ts";
import { startedAt, treeBelow } from "./process-tree.ts";

export interface RunningJail {
  readonly stdout: Readable;
  readonly stderr: Readable;
  readonly report: JailReport;
  /** Resolves when it has exited and its output is closed. */
  readonly ended: Promise<Ending>;
  /** Everything in the jail is below this process. */
  readonly pid: number | undefined;
  kill(): void;
}

export interface Ending {
  readonly signal: string | null;
  /** Why the first program could not be started. */
  readonly problem: string | null;
}

/** The kernel did not end a process that was killed. */
class JailNotGone extends Error {
  override name = "JailNotGone";

  constructor(pid: number) {
    super(`process ${pid} of a jail was killed and is still there after ${GONE_WITHIN_MS} ms`);
  }
}

const GONE_WITHIN_MS = 10_000;

/** Bubblewrap's report, on a descriptor that the command does not have. */
export class JailReport {
  /** Resolves when the jail's first process exists; never if it is not started. */
  readonly begun: Promise<void>;
  #text = "";

  constructor(from: Readable) {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.begun = promise;
    from.setEncoding("utf8").on("data", (text: string) => {
      this.#text += text;
      if (this.#number("child-pid") !== null) resolve();
    });
  }

  /** The command's exit code; null unless it ran and ended. */
  get exitCode(): number | null {
    return this.#number("exit-code");
  }

  /** Waits for the jail's first process, which ends last in its namespace. */
  async gone(): Promise<void> {
    const pid = this.#number("child-pid");
    if (pid === null) return;
    for (let waitedMs = 0; startedAt(pid) !== null; waitedMs += 2) {
      if (waitedMs > GONE_WITHIN_MS) throw new JailNotGone(pid);
      await sleep(2);
    }
  }

  #number(name: string): number | null {
    const digits = new RegExp(`"${name}": (\\d+)`).exec(this.#text)?.[1];
    return digits === undefined ? null : Number(digits);
  }
}

/**
 * Ends the processes below Bubblewrap, and then Bubblewrap: they ask the kernel to end them with it
 * only some time after they were started. The kernel ends the others when the first one has had its
 * turn on a processor; until then they would go on writing, so they are ended from here too.
 */
export function killJail(bubblewrap: number, group = bubblewrap): void {
  for (const pid of treeBelow(bubblewrap)) {
    killProcess(pid);
    hasten(pid);
  }
  killProcess(group);
}

/**
 * A process ends only when it has its turn, and a fork bomb leaves few turns. Only root may do this,
 * and only root has no limit of processes where there are no control groups.
 */
function hasten(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_HIGHEST);
  } catch (error) {
    // Gone already, or not allowed: it ends later then.
    if (!["ESRCH", "EACCES", "EPERM"].includes(errorCode(error))) throw error;
  }
}

/** A process, or a group if negative. One that is gone is ignored. */
export function killProcess(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if (errorCode(error) !== "ESRCH") throw error;
  }
}

/**
 * Counts how often a command runs, outside the sandbox and inside, where it can leave no trace: the
 * command waits in a `sleep` of a unique length, and the counter ends that
 * process wherever it sees it. A run that is not seen never ends, so none is missed.
 */
import { readdirSync, readFileSync, readlinkSync } from "node:fs";

const POLL_MS = 20;

export class RunCounter implements Disposable {
  /** Put it in front of a command to count its runs. */
  readonly wait: string;
  real = 0;
  sandboxed = 0;
  readonly #words: string;
  /** Seen in the last look and already counted; a number may be given to another process later. */
  #counted: ReadonlySet<string> = new Set();
  readonly #timer: NodeJS.Timeout;

  constructor() {
    const seconds = `86399.${process.pid}${Math.floor(performance.now())}`;
    this.wait = `sleep ${seconds}`;
    this.#words = `sleep\0${seconds}\0`;
    this.#timer = setInterval(() => this.#poll(), POLL_MS);
  }

  #poll(): void {
    const seen = new Set<string>();
    for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
      try {
        if (readFileSync(`/proc/${pid}/cmdline`, "utf8") !== this.#words) continue;
        seen.add(pid);
        if (this.#counted.has(pid)) continue;
        const isReal = readlinkSync(`/proc/${pid}/ns/pid`) === readlinkSync("/proc/self/ns/pid");
        process.kill(Number(pid), "SIGKILL");
        if (isReal) this.real += 1;
        else this.sandboxed += 1;
      } catch (error) {
        // It has ended in the meantime.
        if (!["ENOENT", "ESRCH"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
      }
    }
    this.#counted = seen;
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }
}

/** The server under test, which is killed at random moments and restarted on the same port. */
import { setTimeout as wait } from "node:timers/promises";
import type { Random } from "../simulate/random.ts";
import type { Journal } from "./journal.ts";
import { lastLines, type ServerFolder, ServerProcess } from "./server-process.ts";

/** Below the ephemeral ports, so that no connection takes the port during a restart. */
const FIRST_PORT = 20_000;
const PORTS = 10_000;
const MAX_PORTS_TRIED = 20;
const MAX_DOWN_MS = 1_500;

export class CrashingServer implements AsyncDisposable {
  readonly #folder: ServerFolder;
  readonly #journal: Journal;
  #process: ServerProcess;

  private constructor(folder: ServerFolder, journal: Journal, process: ServerProcess) {
    this.#folder = folder;
    this.#journal = journal;
    this.#process = process;
  }

  static async start(folder: ServerFolder, journal: Journal): Promise<CrashingServer> {
    for (let tried = 1; ; tried += 1) {
      const port = FIRST_PORT + Math.floor(Math.random() * PORTS);
      try {
        return new CrashingServer(folder, journal, await ServerProcess.start(folder, { port }));
      } catch (error) {
        if (
          tried >= MAX_PORTS_TRIED ||
          !lastLines(folder.log).includes("another program uses this port")
        )
          throw error;
      }
    }
  }

  get url(): string {
    return this.#process.url;
  }

  /** Kills and restarts it this often within this time, at random moments. */
  async killRepeatedly(times: number, withinMs: number, random: Random): Promise<void> {
    const startMs = performance.now();
    const turnMs = withinMs / times;
    for (let turn = 0; turn < times; turn += 1) {
      const atMs = startMs + (turn + 0.2 + 0.6 * random.fraction()) * turnMs;
      await wait(Math.max(0, atMs - performance.now()));
      this.#expectRunning();
      this.#journal.killsMs.push(performance.now());
      await this.#process.kill();
      await wait(random.below(MAX_DOWN_MS));
      const { port } = this.#process;
      this.#process = await ServerProcess.start(this.#folder, { port });
      this.#journal.restarts += 1;
    }
  }

  stop(): Promise<void> {
    this.#expectRunning();
    return this.#process.stop();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#process.kill();
  }

  /** Only the soak ends it: a server that exits by itself has a bug. */
  #expectRunning(): void {
    if (this.#process.isRunning) return;
    this.#journal.violations.push(`the server exited by itself:\n${lastLines(this.#folder.log)}`);
  }
}

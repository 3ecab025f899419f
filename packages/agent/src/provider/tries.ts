/**
 * How often the work on a job was begun and did not end, because the provider's own process ended: it ran out
 * of memory, or was killed. Such a job is given back: otherwise it would end the provider after every
 * restart until its deadline.
 */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { writeWhole } from "@bazaar/guard/write-whole";
import { keepNewest } from "../keep-newest.ts";

export const MAX_TRIES = 3;
/** Those of jobs that ended while no provider ran are left behind. */
const MAX_FILES = 1_000;

export class Tries {
  readonly #directory: string;

  /** One small file for each job that is worked on. */
  constructor(directory: string) {
    this.#directory = directory;
  }

  /** Does not run it if the provider has ended `MAX_TRIES` times during this job. */
  async next<T>(contract: string, run: () => Promise<T>): Promise<T | "too_often"> {
    const path = join(this.#directory, contract);
    const tries = existsSync(path) ? Number(readFileSync(path, "utf8")) || 0 : 0;
    if (tries >= MAX_TRIES) return "too_often";
    // On the disk before it begins: nothing can be written once it has ended the process.
    writeWhole(path, String(tries + 1));
    keepNewest(this.#directory, MAX_FILES);
    try {
      return await run();
    } finally {
      rmSync(path, { force: true });
    }
  }
}

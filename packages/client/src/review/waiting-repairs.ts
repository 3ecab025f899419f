/**
 * Repairs that wait for review, one file each in a directory of the user's own. Writes are atomic
 * and durable.
 */
import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type HeldLock, holdLock } from "@bazaar/guard/hold-lock";
import { writeWhole } from "@bazaar/guard/write-whole";
import { readRecord } from "./read-record.ts";
import { parseWaitingRepair, type WaitingRepair, waitingRepairText } from "./waiting-repair.ts";

export interface FoundRepairs {
  readonly repairs: readonly WaitingRepair[];
  /** Files that cannot be read, and why. They are left for the user to inspect. */
  readonly problems: readonly string[];
}

const FILE = /^[0-9a-f]{64}\.json$/;
const PRIVATE_DIRECTORY = 0o700;

export class WaitingRepairs {
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** Also the label of its layer. */
  pathOf(contract: string): string {
    return join(this.#directory, `${contract}.json`);
  }

  /** Whether the path is that of a record, existing or not. */
  isRecord(path: string): boolean {
    return dirname(path) === this.#directory && FILE.test(basename(path));
  }

  /**
   * One process at a time decides on a repair. Read the record again under the lock: another process
   * may have removed it.
   */
  lock(contract: string): Promise<HeldLock> {
    mkdirSync(this.#directory, { recursive: true, mode: PRIVATE_DIRECTORY });
    return holdLock(this.#lockOf(contract), { waitSeconds: 0 });
  }

  /** For a repair that is over. */
  removeLock(contract: string): void {
    rmSync(this.#lockOf(contract), { force: true });
  }

  /** Replaces the record of the same contract. */
  write(waiting: WaitingRepair): void {
    writeWhole(this.pathOf(waiting.contract), `${waitingRepairText(waiting)}\n`);
  }

  find(contract: string): WaitingRepair | null {
    const { repairs } = this.all();
    return repairs.find((waiting) => waiting.contract === contract) ?? null;
  }

  /** With its lock, and temporary files of interrupted writes. */
  remove(contract: string): void {
    const names = readdirSync(this.#directory).filter((name) => name.startsWith(contract));
    for (const name of names) rmSync(join(this.#directory, name), { force: true });
    this.#sync();
  }

  all(): FoundRepairs {
    const repairs: WaitingRepair[] = [];
    const problems: string[] = [];
    for (const name of this.#names()) {
      const path = join(this.#directory, name);
      const read = readRecord(path);
      const waiting = read.ok ? parseWaitingRepair(read.text) : read.problem;
      if (typeof waiting === "string") problems.push(`${path}: ${waiting}`);
      else if (waiting !== null) repairs.push(waiting);
    }
    return { repairs, problems };
  }

  #lockOf(contract: string): string {
    return join(this.#directory, `${contract}.lock`);
  }

  #names(): readonly string[] {
    try {
      return readdirSync(this.#directory)
        .filter((name) => FILE.test(name))
        .toSorted();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
      throw error;
    }
  }

  /** A removal is durable once its directory is synced. */
  #sync(): void {
    const directory = openSync(this.#directory, "r");
    try {
      fsyncSync(directory);
    } finally {
      closeSync(directory);
    }
  }
}

/**
 * The number and hash of the last stored entry, in a small file beside the database.
 *
 * SQLite drops the end of a damaged log without a word, and a database restored from an old copy
 * looks whole: acts that were confirmed would be gone, and the server would go on and confirm others
 * in their place. The file says how far the database had come; a server whose database is behind it
 * does not start.
 *
 * It is written at most once a second and when the server closes, so it may be behind the database,
 * but it is never ahead of what is on the disk.
 */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import type { Store } from "@bazaar/market/ports";
import { BadInput } from "@bazaar/terminal";
import type { Logger } from "pino";
import { z } from "zod";

const EVERY_MS = 1_000;
const OWNER_ONLY = 0o600;

const MARK = z.strictObject({
  no: z.int().min(1).max(Number.MAX_SAFE_INTEGER),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
});

type Mark = z.output<typeof MARK>;
type Readable = Pick<Store, "feed" | "lastNo">;

const ADVICE =
  "Restore the database together with its log (-wal), or a newer copy. To go on without these entries, start once with bazaar serve --accept-loss.";

/** Runs something later; `stop` forgets it. */
export type StartTimer = (run: () => void, ms: number) => { readonly stop: () => void };

export class HighWaterMark implements Disposable {
  readonly #path: string;
  readonly #log: Pick<Logger, "warn">;
  readonly #startTimer: StartTimer;
  #last: Mark | null = null;
  #timer: ReturnType<StartTimer> | null = null;

  constructor(
    databasePath: string,
    log: Pick<Logger, "warn">,
    startTimer: StartTimer = systemTimer,
  ) {
    this.#path = `${databasePath}-mark`;
    this.#log = log;
    this.#startTimer = startTimer;
  }

  /** @throws BadInput if the database lacks stored entries, unless the operator accepts that. */
  async check(store: Readable, { acceptsLoss }: { readonly acceptsLoss: boolean }): Promise<void> {
    const mark = this.#read();
    const problem = mark === null ? null : await lossOf(store, mark);
    if (problem === null) return;
    if (!acceptsLoss) throw new BadInput(`${problem}. ${ADVICE}`);
    this.#log.warn(`${problem}; accepted`);
    rmSync(this.#path, { force: true });
  }

  /** An entry is on the disk. */
  note(no: number, hash: string): void {
    if (this.#last !== null && no <= this.#last.no) return;
    this.#last = { no, hash };
    this.#timer ??= this.#startTimer(() => this.#write(), EVERY_MS);
  }

  [Symbol.dispose](): void {
    if (this.#timer !== null) this.#write();
  }

  #write(): void {
    this.#timer?.stop();
    this.#timer = null;
    const own = this.#last;
    const written = this.#read();
    // Another process on the same database may be ahead of this one.
    if (own === null || (written !== null && written.no >= own.no)) return;
    const draft = `${this.#path}.${process.pid}`;
    try {
      writeFileSync(draft, JSON.stringify(own), { mode: OWNER_ONLY });
      renameSync(draft, this.#path);
    } catch (error) {
      // The next entry tries again; the database itself is not affected.
      this.#log.warn({ problem: (error as Error).message }, "cannot write the mark");
    }
  }

  #read(): Mark | null {
    if (!existsSync(this.#path)) return null;
    try {
      return MARK.parse(JSON.parse(readFileSync(this.#path, "utf8")));
    } catch (error) {
      // A power failure may have cut it. It only warns, so the server must not depend on it.
      this.#log.warn({ problem: (error as Error).message }, `cannot read ${this.#path}`);
      return null;
    }
  }
}

/** What is missing, or null. */
async function lossOf(store: Readable, mark: Mark): Promise<string | null> {
  const lastNo = await store.lastNo();
  if (lastNo < mark.no) {
    const isOne = lastNo + 1 === mark.no;
    return isOne
      ? `the database has lost entry ${mark.no}, which was stored before`
      : `the database has lost entries ${lastNo + 1} to ${mark.no}, which were stored before`;
  }
  const [entry] = await store.feed(mark.no - 1, 1);
  if (entry?.hash === mark.hash) return null;
  return `entry ${mark.no} of the database is not the one that was stored before: it has another history`;
}

function systemTimer(run: () => void, ms: number): { readonly stop: () => void } {
  const timer = setTimeout(run, ms).unref();
  return { stop: () => clearTimeout(timer) };
}

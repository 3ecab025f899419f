/**
 * One SQLite file: opened with settings that make a commit durable, written in groups, and closed.
 *
 * Writes that arrive while a transaction goes to disk share the next one: a commit costs about the
 * same however much is in it. When one of them throws, the group is rolled back and run again with
 * a savepoint for each: expensive, and rarely needed.
 *
 * Node waits for another program's lock by blocking the event loop, so each try is short, and the
 * writes wait for the next one while everything else goes on.
 */
import { closeSync, openSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { invariant } from "@bazaar/kernel";
import { MAX_WRITES, StoreDamaged, StoreUnavailable } from "@bazaar/market/ports";
import { bigInteger } from "./rows.ts";
import { SCHEMA, SCHEMA_VERSION } from "./schema.ts";
import { isBusy, storeError } from "./sqlite-error.ts";
import { Statement } from "./statement.ts";

/** How long opening and closing wait for another program's lock. They block the event loop. */
const OPEN_MS = 5_000;
/** How long one try to write blocks the event loop for such a lock. */
const TRY_MS = 20;
/** The time between tries doubles up to the maximum. */
const RETRY_MS = 10;
const MAX_RETRY_MS = 250;
/** How long a write waits for such a lock in all. */
const PATIENCE_MS = 5_000;
/** A lock that lasts longer is reported: two processes of one market hold theirs for moments. */
const LONG_LOCK_MS = 1_000;

/** Holds the pages that every act touches. A larger cache is slower: each commit walks over it. */
const CACHE_KIBIBYTES = 8_192;
/** 16 MB of log: a page that changes often is then copied into the file once. */
const CHECKPOINT_PAGES = 4_096;

/** SQLite creates the log beside the file with the same mode. */
const OWNER_ONLY = 0o600;

interface Waiting {
  readonly sinceMs: number;
  readonly run: () => unknown;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

export interface DatabaseListener {
  /** A transaction failed as a whole, for another reason than a lock. */
  readonly onFailure?: (failure: StoreUnavailable) => void;
  /** Another program has locked the file for more than a moment; false when the lock is gone. */
  readonly onLock?: (isLocked: boolean) => void;
  /** Something that ran inside a write is not in the file. */
  readonly onUndo?: () => void;
}

export class Database implements Disposable {
  readonly #db: DatabaseSync;
  readonly #statements = new Map<string, Statement>();
  #waiting: Waiting[] = [];
  #isScheduled = false;
  #lock: { readonly sinceMs: number; readonly tries: number; readonly isLong: boolean } | null =
    null;

  readonly #listener: DatabaseListener;

  constructor(path: string, listener: DatabaseListener = {}) {
    this.#listener = listener;
    this.#db = openDatabase(path);
    try {
      useLog(this.#db);
      // FULL: a commit survives a power failure, not only the end of the process.
      this.#db.exec(`pragma synchronous = FULL; pragma cache_size = ${-CACHE_KIBIBYTES};
        pragma wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
      this.#createTables();
      this.#waitAtMost(TRY_MS);
    } catch (error) {
      this.#db.close();
      throw unavailable("the database cannot be used", error);
    }
  }

  /** The prepared statement of this text. Integers come back as bigint. */
  prepare(sql: string): Statement {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.#prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  /** Another number whenever another process has written to the file since. */
  foreignVersion(): bigint {
    const row = this.prepare("pragma data_version").get();
    invariant(row !== undefined, "the file has a version");
    return bigInteger(row, "data_version");
  }

  /**
   * Runs in the next transaction; settles when that is on the disk. A throw undoes only this. It
   * may run twice, so it changes nothing but the file.
   */
  write<T>(run: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      // The queue holds writes of every kind; each gets back what its own run returned.
      const sinceMs = performance.now();
      this.#waiting.push({ sinceMs, run, resolve: resolve as Waiting["resolve"], reject });
      this.#schedule();
    });
  }

  [Symbol.dispose](): void {
    this.#waitAtMost(OPEN_MS);
    this.#flushAll();
    this.#db.close();
  }

  #prepare(sql: string): Statement {
    try {
      const statement = this.#db.prepare(sql);
      statement.setReadBigInts(true);
      return new Statement(statement);
    } catch (error) {
      throw storeError(error);
    }
  }

  #waitAtMost(ms: number): void {
    this.#db.exec(`pragma busy_timeout = ${ms}`);
  }

  #schedule(): void {
    if (this.#isScheduled || this.#waiting.length === 0) return;
    this.#isScheduled = true;
    const flush = (): void => {
      this.#isScheduled = false;
      this.#flush();
      this.#schedule();
    };
    if (this.#lock === null) setImmediate(flush);
    else setTimeout(flush, Math.min(RETRY_MS * 2 ** this.#lock.tries, MAX_RETRY_MS));
  }

  #flushAll(): void {
    while (this.#waiting.length > 0) this.#flush();
  }

  #flush(): void {
    const group = this.#waiting.splice(0, MAX_WRITES);
    if (group.length > 0) this.#run(group);
  }

  #run(group: readonly Waiting[]): void {
    let settled: readonly (() => void)[];
    try {
      settled = this.#runTogether(group) ?? this.#runEach(group);
    } catch (error) {
      this.#listener.onUndo?.();
      const failure = unavailable("the database did not accept the write", error);
      if (isBusy(failure.cause)) this.#waitForLock(group, failure);
      // After a write to a damaged page nothing can be committed with it.
      else if (failure instanceof StoreDamaged && group.length > 1) {
        for (const one of group) this.#run([one]);
      } else this.#fail(group, failure);
      return;
    }
    this.#unlock();
    for (const settle of settled) settle();
  }

  /** Back to the front of the queue, unless they have waited long enough. */
  #waitForLock(group: readonly Waiting[], failure: StoreUnavailable): void {
    const nowMs = performance.now();
    const { sinceMs, tries, isLong } = this.#lock ?? { sinceMs: nowMs, tries: 0, isLong: false };
    const isLongNow = nowMs - sinceMs > LONG_LOCK_MS;
    this.#lock = { sinceMs, tries: tries + 1, isLong: isLongNow };
    if (isLongNow && !isLong) this.#listener.onLock?.(true);
    const isPatient = (waiting: Waiting): boolean => nowMs - waiting.sinceMs < PATIENCE_MS;
    this.#waiting.unshift(...group.filter(isPatient));
    // The lock is reported; the file itself has not failed.
    for (const waiting of group) if (!isPatient(waiting)) waiting.reject(failure);
  }

  #unlock(): void {
    if (this.#lock?.isLong === true) this.#listener.onLock?.(false);
    this.#lock = null;
  }

  #fail(group: readonly Waiting[], failure: StoreUnavailable): void {
    this.#listener.onFailure?.(failure);
    for (const { reject } of group) reject(failure);
  }

  /** Null if one of them threw; nothing is written then. */
  #runTogether(group: readonly Waiting[]): readonly (() => void)[] | null {
    let isRunning = false;
    try {
      return this.#transaction(() =>
        group.map(({ run, resolve }) => {
          isRunning = true;
          const result = run();
          isRunning = false;
          return () => resolve(result);
        }),
      );
    } catch (error) {
      if (!isRunning) throw error;
      this.#listener.onUndo?.();
      return null;
    }
  }

  #runEach(group: readonly Waiting[]): readonly (() => void)[] {
    return this.#transaction(() => group.map((waiting) => this.#runOne(waiting)));
  }

  #runOne({ run, resolve, reject }: Waiting): () => void {
    this.prepare("savepoint one").run();
    try {
      const result = run();
      this.prepare("release one").run();
      return () => resolve(result);
    } catch (error) {
      // A full disk undoes the whole transaction, and with it every write of the group.
      if (!this.#db.isTransaction) throw error;
      this.#db.exec("rollback to one; release one");
      this.#listener.onUndo?.();
      return () => reject(error);
    }
  }

  /** All or nothing, and alone: other writers of the file wait. */
  #transaction<T>(run: () => T): T {
    this.prepare("begin immediate").run();
    try {
      const result = run();
      this.prepare("commit").run();
      return result;
    } catch (error) {
      if (this.#db.isTransaction) this.#db.exec("rollback");
      throw error;
    }
  }

  #createTables(): void {
    this.#transaction(() => {
      const version = Number(this.#db.prepare("pragma user_version").get()?.user_version ?? 0);
      if (version === SCHEMA_VERSION) return;
      const table = this.#db.prepare("select 1 from sqlite_schema limit 1").get();
      if (table !== undefined) {
        throw new StoreUnavailable(
          `its tables have version ${version} and this program needs version ${SCHEMA_VERSION}: ` +
            "use another file, or the version of the program that wrote this one",
        );
      }
      this.#db.exec(`${SCHEMA}; pragma user_version = ${SCHEMA_VERSION}`);
    });
  }
}

function openDatabase(path: string): DatabaseSync {
  try {
    if (path !== ":memory:") closeSync(openSync(path, "a", OWNER_ONLY));
    return new DatabaseSync(path, { timeout: OPEN_MS });
  } catch (error) {
    throw unavailable("the database file cannot be opened", error);
  }
}

function unavailable(problem: string, error: unknown): StoreUnavailable {
  const mapped = storeError(error);
  if (mapped instanceof StoreUnavailable) return mapped;
  return new StoreUnavailable(problem, { cause: error });
}

/** SQLite itself does not wait when two processes switch a new file to its log at once. */
function useLog(db: DatabaseSync): void {
  const endMs = performance.now() + OPEN_MS;
  for (;;) {
    try {
      db.exec("pragma journal_mode = WAL");
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() > endMs) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
    }
  }
}

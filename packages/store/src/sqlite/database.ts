/**
 * One SQLite file: opened with settings that make a commit durable, written in groups, and closed.
 *
 * Writes that arrive while a transaction goes to disk share the next one: a commit costs about the
 * same however much is in it. When one of them throws, the group is rolled back and run again with
 * a savepoint for each: expensive, and rarely needed.
 */
import { closeSync, openSync } from "node:fs";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { invariant } from "@bazaar/kernel";
import { MAX_WRITES, StoreUnavailable } from "@bazaar/market/ports";
import { bigInteger } from "./rows.ts";
import { SCHEMA, SCHEMA_VERSION } from "./schema.ts";

/** How long a writer waits for another process. It blocks the event loop meanwhile. */
const BUSY_MS = 5_000;
const SQLITE_BUSY = 5;
const RETRY_MS = 10;

/** Holds the pages that every act touches. A larger cache is slower: each commit walks over it. */
const CACHE_KIBIBYTES = 8_192;
/** 16 MB of log: a page that changes often is then copied into the file once. */
const CHECKPOINT_PAGES = 4_096;

/** SQLite creates the log beside the file with the same mode. */
const OWNER_ONLY = 0o600;

interface Waiting {
  readonly run: () => unknown;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

export interface DatabaseListener {
  /** A transaction failed as a whole. */
  readonly onFailure?: () => void;
  /** Something that ran inside a write is not in the file. */
  readonly onUndo?: () => void;
}

export class Database implements Disposable {
  readonly #db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  #waiting: Waiting[] = [];
  #isScheduled = false;
  #foreignVersion: bigint | null = null;

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
    } catch (error) {
      this.#db.close();
      if (error instanceof StoreUnavailable) throw error;
      throw new StoreUnavailable("the database cannot be used", { cause: error });
    }
  }

  /** The prepared statement of this text. Integers come back as bigint. */
  prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.#db.prepare(sql);
    statement.setReadBigInts(true);
    this.#statements.set(sql, statement);
    return statement;
  }

  /**
   * Another number whenever another process has written to the file since. Read once in each turn
   * of the event loop: what others write meanwhile is seen in the next one.
   */
  foreignVersion(): bigint {
    if (this.#foreignVersion !== null) return this.#foreignVersion;
    const row = this.prepare("pragma data_version").get();
    invariant(row !== undefined, "the file has a version");
    this.#foreignVersion = bigInteger(row, "data_version");
    setImmediate(() => {
      this.#foreignVersion = null;
    });
    return this.#foreignVersion;
  }

  /**
   * Runs in the next transaction; settles when that is on the disk. A throw undoes only this. It
   * may run twice, so it changes nothing but the file.
   */
  write<T>(run: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      // The queue holds writes of every kind; each gets back what its own run returned.
      this.#waiting.push({ run, resolve: resolve as Waiting["resolve"], reject });
      this.#schedule();
    });
  }

  [Symbol.dispose](): void {
    this.#flushAll();
    this.#db.close();
  }

  #schedule(): void {
    if (this.#isScheduled || this.#waiting.length === 0) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#flush();
      this.#schedule();
    });
  }

  #flushAll(): void {
    while (this.#waiting.length > 0) this.#flush();
  }

  #flush(): void {
    const group = this.#waiting.splice(0, MAX_WRITES);
    let settled: readonly (() => void)[];
    try {
      settled = this.#runTogether(group) ?? this.#runEach(group);
    } catch (cause) {
      this.#listener.onUndo?.();
      this.#listener.onFailure?.();
      const error = new StoreUnavailable("the database did not accept the write", { cause });
      for (const { reject } of group) reject(error);
      return;
    }
    for (const settle of settled) settle();
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
    return new DatabaseSync(path, { timeout: BUSY_MS });
  } catch (cause) {
    throw new StoreUnavailable("the database file cannot be opened", { cause });
  }
}

/** SQLite itself does not wait when two processes switch a new file to its log at once. */
function useLog(db: DatabaseSync): void {
  const endMs = performance.now() + BUSY_MS;
  for (;;) {
    try {
      db.exec("pragma journal_mode = WAL");
      return;
    } catch (error) {
      const isBusy = error instanceof Error && Reflect.get(error, "errcode") === SQLITE_BUSY;
      if (!isBusy || performance.now() > endMs) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
    }
  }
}

/**
 * One SQLite file: opened with the settings that make a commit durable, migrated, written in
 * groups, and closed.
 *
 * Writes that wait while the last transaction was on its way to the disk share the next one, each
 * under a savepoint of its own: a commit costs the same however much is in it.
 */
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { MAX_WRITES, StoreUnavailable } from "@bazaar/market/ports";
import { MIGRATIONS } from "./schema.ts";

/** How long a writer waits for another process that holds the file. */
const BUSY_MS = 5_000;

interface Waiting {
  readonly run: () => unknown;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

export class Database implements Disposable {
  readonly #db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  #waiting: Waiting[] = [];
  #isScheduled = false;

  constructor(path: string) {
    this.#db = new DatabaseSync(path, { timeout: BUSY_MS });
    // FULL: what was answered survives a loss of power, not only the end of the process.
    this.#db.exec("pragma journal_mode = WAL; pragma synchronous = FULL");
    try {
      this.#migrate();
    } catch (error) {
      this.#db.close();
      throw error;
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

  /** Runs in the next transaction; settles when that is on the disk. A throw undoes only this. */
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
    const settled: (() => void)[] = [];
    try {
      this.#transaction(() => {
        for (const waiting of group) settled.push(this.#runOne(waiting));
      });
    } catch (cause) {
      const error = new StoreUnavailable("the database did not take the write", { cause });
      for (const { reject } of group) reject(error);
      return;
    }
    for (const settle of settled) settle();
  }

  #runOne({ run, resolve, reject }: Waiting): () => void {
    this.#db.exec("savepoint one");
    try {
      const result = run();
      this.#db.exec("release one");
      return () => resolve(result);
    } catch (error) {
      this.#db.exec("rollback to one; release one");
      return () => reject(error);
    }
  }

  /** All or nothing, and alone: other writers of the file wait. */
  #transaction(run: () => void): void {
    this.#db.exec("begin immediate");
    try {
      run();
      this.#db.exec("commit");
    } catch (error) {
      this.#db.exec("rollback");
      throw error;
    }
  }

  #migrate(): void {
    this.#transaction(() => {
      const version = Number(this.#db.prepare("pragma user_version").get()?.user_version ?? 0);
      if (version > MIGRATIONS.length) {
        throw new StoreUnavailable("the database was written by a newer version of this program");
      }
      for (const migration of MIGRATIONS.slice(version)) this.#db.exec(migration);
      this.#db.exec(`pragma user_version = ${MIGRATIONS.length}`);
    });
  }
}

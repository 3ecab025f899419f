/**
 * One SQLite file: opened with the settings that make a commit durable, migrated, written in
 * groups, and closed.
 *
 * Writes that wait while the last transaction was on its way to the disk share the next one: a
 * commit costs the same however much is in it. When one of them throws, the group is undone and
 * done again, each under a savepoint of its own: that is dear, and hardly ever needed.
 */
import { closeSync, openSync } from "node:fs";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { MAX_WRITES, StoreUnavailable } from "@bazaar/market/ports";
import { MIGRATIONS } from "./schema.ts";

/**
 * How long a writer waits for another process that holds the file. Nothing else happens in this
 * process meanwhile, which is why a transaction holds little but statements.
 */
const BUSY_MS = 5_000;

/**
 * Pages that every act touches stay in memory; SQLite's own two megabytes do not hold them. Many
 * more would cost again: every commit walks over all of them.
 */
const CACHE_KIBIBYTES = 8_192;
/** A page that was changed often is copied into the file once: the log may grow to 16 megabytes. */
const CHECKPOINT_PAGES = 4_096;

/** The file holds everything there is to know; the log beside it is created with the same mode. */
const OWNER_ONLY = 0o600;

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

  /** `mayMigrate` false changes nothing: a file of another version is refused. */
  constructor(path: string, { mayMigrate = true }: { readonly mayMigrate?: boolean } = {}) {
    this.#db = openDatabase(path);
    // FULL: what was answered survives a loss of power, not only the end of the process.
    this.#db.exec(`pragma journal_mode = WAL; pragma synchronous = FULL;
      pragma cache_size = ${-CACHE_KIBIBYTES}; pragma wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
    try {
      this.#migrate(mayMigrate);
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
      const error = new StoreUnavailable("the database did not take the write", { cause });
      for (const { reject } of group) reject(error);
      return;
    }
    for (const settle of settled) settle();
  }

  /** Null where one of them threw, and nothing was written. */
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
      if (isRunning) return null;
      throw error;
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

  #migrate(mayMigrate: boolean): void {
    this.#transaction(() => {
      const version = Number(this.#db.prepare("pragma user_version").get()?.user_version ?? 0);
      if (version > MIGRATIONS.length) {
        throw new StoreUnavailable("the database was written by a newer version of this program");
      }
      if (version < MIGRATIONS.length && !mayMigrate) {
        throw new StoreUnavailable(
          "the database was written by an older version of this program: start the server once",
        );
      }
      for (const migration of MIGRATIONS.slice(version)) this.#db.exec(migration);
      this.#db.exec(`pragma user_version = ${MIGRATIONS.length}`);
    });
  }
}

function openDatabase(path: string): DatabaseSync {
  try {
    if (path !== ":memory:") closeSync(openSync(path, "a", OWNER_ONLY));
    return new DatabaseSync(path, { timeout: BUSY_MS });
  } catch (cause) {
    throw new StoreUnavailable(`the database ${path} cannot be opened`, { cause });
  }
}

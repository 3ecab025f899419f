/**
 * What an error of SQLite means for the store: the file is damaged, or something outside this
 * program is in the way. Any other error is a bug and stays as it is.
 */
import { StoreDamaged, StoreUnavailable } from "@bazaar/market/ports";

/** The last eight bits are the kind of error, the others its detail. */
const KIND_BITS = 0xff;
const BUSY = 5;
const NOT_A_DATABASE = 26;
/** SQLITE_CORRUPT and SQLITE_FORMAT are the others. */
const DAMAGED: ReadonlySet<number> = new Set([11, 24, NOT_A_DATABASE]);
/** A page or a frame of the log that ends too early. */
const SHORT_READ = 522;
/** No memory, a file that cannot be written or read, a full disk, a file that cannot be opened. */
const OUTSIDE: ReadonlySet<number> = new Set([BUSY, 7, 8, 10, 13, 14, 15]);

export function isBusy(error: unknown): boolean {
  return kindOf(error) === BUSY;
}

export function storeError(error: unknown): unknown {
  const kind = kindOf(error);
  if (kind === null) return error;
  if (DAMAGED.has(kind) || codeOf(error) === SHORT_READ) {
    const isOther = kind === NOT_A_DATABASE;
    const problem = isOther ? "the file is damaged or not a database" : "the database is damaged";
    return new StoreDamaged(problem, { cause: error });
  }
  if (!OUTSIDE.has(kind)) return error;
  const problem = kind === BUSY ? "another program has locked the database" : "the database failed";
  return new StoreUnavailable(problem, { cause: error });
}

function kindOf(error: unknown): number | null {
  const code = codeOf(error);
  return code === null ? null : code & KIND_BITS;
}

function codeOf(error: unknown): number | null {
  const code = error instanceof Error ? Reflect.get(error, "errcode") : null;
  return typeof code === "number" ? code : null;
}

import { closeSync, openSync } from "node:fs";
import { rm } from "node:fs/promises";
import { backup, DatabaseSync } from "node:sqlite";
import { StoreDamaged, StoreUnavailable } from "@bazaar/market/ports";
import { storeError } from "./sqlite-error.ts";

/** In one step: a copy in several steps starts again after every write. */
const ALL_PAGES = 2 ** 31 - 1;

/**
 * Copies a database as it is at one moment, while a server may be writing to it, and checks the copy.
 * An existing file is not overwritten, and a failed or damaged copy leaves no file.
 *
 * @throws StoreDamaged when the copy, and so the database, is damaged.
 */
export async function backupDatabase(from: string, to: string): Promise<void> {
  using source = openSource(from);
  createTarget(to);
  try {
    await backup(source, to, { rate: ALL_PAGES });
    checkCopy(to);
  } catch (cause) {
    await Promise.all(["", "-wal", "-shm"].map((end) => rm(`${to}${end}`, { force: true })));
    const Kind = storeError(cause) instanceof StoreDamaged ? StoreDamaged : StoreUnavailable;
    throw new Kind(`cannot copy ${from} to ${to}`, { cause });
  }
}

/** Pages are copied as they are: SQLite notices a damaged one only when it reads it. */
function checkCopy(path: string): void {
  using copy = new DatabaseSync(path);
  const found = copy.prepare("pragma integrity_check(1)").get()?.integrity_check;
  if (found !== "ok") throw new StoreDamaged("the database is damaged");
}

function openSource(from: string): DatabaseSync {
  try {
    return new DatabaseSync(from, { readOnly: true });
  } catch (cause) {
    throw new StoreUnavailable(`cannot open the database ${from}`, { cause });
  }
}

/** Created first, so that an existing file is kept and only its owner can read the copy. */
function createTarget(to: string): void {
  try {
    closeSync(openSync(to, "wx", 0o600));
  } catch (cause) {
    throw new StoreUnavailable(`cannot create ${to}`, { cause });
  }
}

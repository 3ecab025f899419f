import { closeSync, openSync } from "node:fs";
import { rm } from "node:fs/promises";
import { backup, DatabaseSync } from "node:sqlite";
import { StoreUnavailable } from "@bazaar/market/ports";

/** In one step: a copy in several steps starts again after every write. */
const ALL_PAGES = 2 ** 31 - 1;

/**
 * Copies a database as it is at one moment, while a server may be writing to it. An existing file is
 * not overwritten, and a failed copy leaves no file.
 */
export async function backupDatabase(from: string, to: string): Promise<void> {
  using source = openSource(from);
  createTarget(to);
  try {
    await backup(source, to, { rate: ALL_PAGES });
  } catch (cause) {
    await rm(to, { force: true });
    throw new StoreUnavailable(`cannot copy ${from} to ${to}`, { cause });
  }
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

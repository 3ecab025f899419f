import { closeSync, openSync } from "node:fs";
import { rm } from "node:fs/promises";
import { backup, DatabaseSync } from "node:sqlite";
import { StoreUnavailable } from "@bazaar/market/ports";

/** In one step, off this thread: a copy in several begins again whenever somebody writes. */
const ALL_PAGES = 2 ** 31 - 1;

/**
 * A copy of a database as it is at one moment, which a running server may have open: it goes on
 * writing meanwhile. Nothing that exists is overwritten, and a copy that fails leaves no file.
 */
export async function backupDatabase(from: string, to: string): Promise<void> {
  using source = openSource(from);
  createTarget(to);
  try {
    await backup(source, to, { rate: ALL_PAGES });
  } catch (cause) {
    await rm(to, { force: true });
    throw new StoreUnavailable(`${from} was not copied to ${to}`, { cause });
  }
}

function openSource(from: string): DatabaseSync {
  try {
    return new DatabaseSync(from, { readOnly: true });
  } catch (cause) {
    throw new StoreUnavailable(`there is no database ${from} to copy`, { cause });
  }
}

/** Created here, so that nobody else can have made it, and nobody else can read it. */
function createTarget(to: string): void {
  try {
    closeSync(openSync(to, "wx", 0o600));
  } catch (cause) {
    throw new StoreUnavailable(`a copy cannot be created at ${to}`, { cause });
  }
}

import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Store } from "@bazaar/market/ports";
import { MemoryStore } from "@bazaar/store/memory";
import { SqliteStore } from "@bazaar/store/sqlite";

/** In memory if possible: syncing a disk is slow, and nothing here must survive a power cut. */
const FOLDER = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();

/** The storage of one world. Every process opens it for itself, so each has a cache of its own. */
export interface SharedStore extends Disposable {
  open(): Store;
}

function memory(): SharedStore {
  const store = new MemoryStore();
  return { open: () => store, [Symbol.dispose]: () => undefined };
}

function sqlite(): SharedStore {
  const folder = mkdtempSync(join(FOLDER, "simulate-"));
  const handles: SqliteStore[] = [];
  return {
    open() {
      const handle = new SqliteStore(join(folder, "market.db"));
      handles.push(handle);
      return handle;
    },
    [Symbol.dispose]() {
      for (const handle of handles) handle[Symbol.dispose]();
      rmSync(folder, { recursive: true });
    },
  };
}

export const STORES = { memory, sqlite } as const;

export type StoreName = keyof typeof STORES;

export function isStoreName(name: string): name is StoreName {
  return Object.hasOwn(STORES, name);
}

/** Fresh storage for every world. */
export function storeNamed(name: StoreName): () => SharedStore {
  return STORES[name];
}

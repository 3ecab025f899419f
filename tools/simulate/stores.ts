import type { Store } from "@bazaar/market/ports";
import { MemoryStore } from "@bazaar/store/memory";
import { SqliteStore } from "@bazaar/store/sqlite";

export const STORES = {
  memory: (): Store => new MemoryStore(),
  sqlite: (): Store => new SqliteStore(":memory:"),
} as const;

export type StoreName = keyof typeof STORES;

export function isStoreName(name: string): name is StoreName {
  return Object.hasOwn(STORES, name);
}

/** A fresh store for every world. */
export function storeNamed(name: StoreName): () => Store {
  return STORES[name];
}

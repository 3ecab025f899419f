/** Every store that FIX_DB can name. A store is loaded when it is chosen. */
import { dirname } from "node:path";
import { createPrivateDirectory } from "@bazaar/keys";
import type { Store } from "@bazaar/market/ports";
import { BadInput } from "@bazaar/terminal";

export interface StoreWatch {
  readonly onStored: (no: number, hash: string) => void;
  readonly onFailure: (failure: Error) => void;
  readonly onLock: (isLocked: boolean) => void;
}

export type OpenStore = Store & Disposable;

interface StoreKind {
  /** How FIX_DB names it. */
  readonly form: string;
  readonly isFile: boolean;
  readonly open: (file: string, watch: StoreWatch) => Promise<OpenStore>;
}

/** By the scheme of its URL. A name without a scheme is a file of SQLite. */
const STORES: Readonly<Record<string, StoreKind>> = {
  sqlite: { form: "sqlite:<file>", isFile: true, open: openSqlite },
  memory: { form: "memory:", isFile: false, open: openMemory },
};

const SQLITE = "sqlite";
const URL_FORM = /^([a-z][a-z0-9+.-]+):(.*)$/s;

export interface Database {
  /** For people. */
  readonly name: string;
  /** Null if nothing is kept. */
  readonly file: string | null;
  open(watch: StoreWatch): Promise<OpenStore>;
}

/** @throws BadInput that lists the stores that exist. */
export function databaseAt(text: string): Database {
  const [, scheme = SQLITE, place = text] = URL_FORM.exec(text) ?? [];
  const kind = Object.hasOwn(STORES, scheme) ? STORES[scheme] : undefined;
  if (kind === undefined || (place !== "") !== kind.isFile) {
    const forms = Object.values(STORES).map(({ form }) => form);
    // Not the whole: it may hold a password.
    throw new BadInput(
      `FIX_DB: cannot use "${scheme}:…"; expected a file or one of ${forms.join(", ")}`,
    );
  }
  return {
    name: kind.isFile ? place : `${scheme}; nothing is kept`,
    file: kind.isFile ? place : null,
    open: (watch) => kind.open(place, watch),
  };
}

async function openSqlite(file: string, watch: StoreWatch): Promise<OpenStore> {
  const { SqliteStore } = await import("@bazaar/store/sqlite");
  createPrivateDirectory(dirname(file));
  return new SqliteStore(file, watch);
}

async function openMemory(): Promise<OpenStore> {
  const { MemoryStore } = await import("@bazaar/store/memory");
  return Object.assign(new MemoryStore(), { [Symbol.dispose]: () => undefined });
}

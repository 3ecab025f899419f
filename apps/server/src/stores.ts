/** Every store that FIX_DB can name. A store is loaded when it is chosen. */
import { existsSync } from "node:fs";
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

/** What FIX_DB names. */
export interface Database {
  /** For people. */
  readonly name: string;
  /** Null if it is not a file of this machine. */
  readonly file: string | null;
  /** Creates it where there is none. */
  open(watch?: Partial<StoreWatch>): Promise<OpenStore>;
  /** Why there is nothing to copy or to check; null if there is. */
  missing(): Promise<string | null>;
  /**
   * Copies it to a new file, as it is at one moment.
   *
   * @throws BadInput with the reason where the store cannot do that.
   */
  backup(file: string): Promise<void>;
}

interface StoreKind {
  /** How FIX_DB names it. */
  readonly form: string;
  /** What comes after the scheme; null if it names no database of this kind. */
  readonly at: (place: string) => Database | null;
}

/** By the scheme of its URL. A name without a scheme is a file of SQLite. */
const STORES: Readonly<Record<string, StoreKind>> = {
  sqlite: { form: "sqlite:<file>", at: (file) => (file === "" ? null : sqliteAt(file)) },
  memory: { form: "memory:", at: (rest) => (rest === "" ? MEMORY : null) },
};

const SQLITE = "sqlite";
const URL_FORM = /^([a-z][a-z0-9+.-]+):(.*)$/s;

/** @throws BadInput that lists the stores that exist. */
export function databaseAt(text: string): Database {
  const [, scheme = SQLITE, place = text] = URL_FORM.exec(text) ?? [];
  const kind = Object.hasOwn(STORES, scheme) ? STORES[scheme] : undefined;
  const database = kind?.at(place) ?? null;
  if (database !== null) return database;
  const forms = Object.values(STORES).map(({ form }) => form);
  // Not the whole: it may hold a password.
  throw new BadInput(
    `FIX_DB: cannot use "${scheme}:…"; expected a file or one of ${forms.join(", ")}`,
  );
}

function sqliteAt(file: string): Database {
  return {
    name: file,
    file,
    async open(watch) {
      const { SqliteStore } = await import("@bazaar/store/sqlite");
      createPrivateDirectory(dirname(file));
      return new SqliteStore(file, watch);
    },
    missing: async () => (existsSync(file) ? null : `there is no database ${file}`),
    async backup(to) {
      const { backupDatabase } = await import("@bazaar/store/sqlite");
      await backupDatabase(file, to);
    },
  };
}

const NOTHING_KEPT = "a database in memory keeps nothing";

const MEMORY: Database = {
  name: "memory; nothing is kept",
  file: null,
  async open() {
    const { MemoryStore } = await import("@bazaar/store/memory");
    return Object.assign(new MemoryStore(), { [Symbol.dispose]: () => undefined });
  },
  missing: async () => NOTHING_KEPT,
  async backup() {
    throw new BadInput(NOTHING_KEPT);
  },
};

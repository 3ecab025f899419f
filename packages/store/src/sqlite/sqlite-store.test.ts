import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { StoreUnavailable } from "@bazaar/market/ports";
import { storeConformance } from "@bazaar/testkit/conformance";
import { expect, test } from "vitest";
import { MIGRATIONS } from "./schema.ts";
import { SqliteStore } from "./sqlite-store.ts";

/** Two handles on one file, as two processes would have it. */
storeConformance("SqliteStore", async () => {
  const folder = await mkdtemp(join(tmpdir(), "bazaar-store-"));
  const path = join(folder, "market.db");
  const [store, another] = [new SqliteStore(path), new SqliteStore(path)];
  const close = async (): Promise<void> => {
    store[Symbol.dispose]();
    another[Symbol.dispose]();
    await rm(folder, { recursive: true });
  };
  return { store, another, close };
});

test("a file of a newer version is refused and left as it is", async () => {
  const folder = await mkdtemp(join(tmpdir(), "bazaar-store-"));
  const path = join(folder, "market.db");
  new SqliteStore(path)[Symbol.dispose]();
  const setVersion = (version: number): void => {
    const file = new DatabaseSync(path);
    file.exec(`pragma user_version = ${version}`);
    file.close();
  };
  setVersion(MIGRATIONS.length + 1);
  expect(() => new SqliteStore(path)).toThrow(StoreUnavailable);
  expect(() => new SqliteStore(path)).toThrow("newer version");
  const file = new DatabaseSync(path);
  const version = file.prepare("pragma user_version").get()?.user_version;
  file.close();
  expect(version).toBe(MIGRATIONS.length + 1);
  setVersion(MIGRATIONS.length);
  new SqliteStore(path)[Symbol.dispose]();
  await rm(folder, { recursive: true });
});

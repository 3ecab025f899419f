import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { StoreUnavailable } from "@bazaar/market/ports";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../test/temporary-folder.ts";
import { SCHEMA_VERSION } from "./schema.ts";
import { SqliteStore } from "./sqlite-store.ts";

function run(path: string, sql: string): readonly unknown[] {
  using file = new DatabaseSync(path);
  return file.prepare(sql).all();
}

test.each([
  ["an older version", SCHEMA_VERSION - 1],
  ["a newer version", SCHEMA_VERSION + 1],
  ["no version, as another program's file has,", 0],
])("a file of %s is refused with advice and not changed", async (_, version) => {
  const path = join(await temporaryFolder(), "market.db");
  new SqliteStore(path)[Symbol.dispose]();
  run(path, `pragma user_version = ${version}`);
  expect(() => new SqliteStore(path)).toThrow(StoreUnavailable);
  expect(() => new SqliteStore(path)).toThrow(
    `its tables have version ${version} and this program needs version ${SCHEMA_VERSION}: use another file`,
  );
  expect(run(path, "pragma user_version")).toEqual([{ user_version: version }]);
  run(path, `pragma user_version = ${SCHEMA_VERSION}`);
  new SqliteStore(path)[Symbol.dispose]();
});

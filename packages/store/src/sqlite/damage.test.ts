import { closeSync, openSync, truncateSync, writeSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { StoreDamaged } from "@bazaar/market/ports";
import { freeTerms, PRINCIPAL, rehearse } from "@bazaar/testkit";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../test/temporary-folder.ts";
import { SqliteStore } from "./sqlite-store.ts";

const PAGE = 4_096;
/** So long that the body of its first entry is stored apart. */
const LONG = { document: { text: "x".repeat(70_000) } };
const LONG_ONE = contractOf(1, LONG).id;
const SHORT_ONE = contractOf(2).id;

function contractOf(number: number, changes: object = {}) {
  return rehearse(number, freeTerms({ nonce: `${number}`.repeat(64), ...changes }));
}

/** A file with a long contract and a short one, without a log. */
async function fileWithTwo(): Promise<string> {
  const path = join(await temporaryFolder(), "market.db");
  using store = new SqliteStore(path);
  await store.commit([contractOf(1, LONG).post(), contractOf(2).post()]);
  return path;
}

/** Where a table or an index begins in the file. */
function rootOf(path: string, name: string): number {
  using file = new DatabaseSync(path);
  const row = file.prepare("select rootpage from sqlite_schema where name = ?").get(name);
  return (Number(row?.rootpage) - 1) * PAGE;
}

function overwrite(path: string, at: number): void {
  const file = openSync(path, "r+");
  writeSync(file, Buffer.alloc(PAGE, 0xa5), 0, PAGE, at);
  closeSync(file);
}

test("what is on a damaged page cannot be read, and everything else can be used", async () => {
  const path = await fileWithTwo();
  overwrite(path, rootOf(path, "blobs"));
  using store = new SqliteStore(path);
  await expect(store.load(LONG_ONE)).rejects.toThrow(StoreDamaged);
  await expect(store.entries(LONG_ONE)).rejects.toThrow(StoreDamaged);
  expect((await store.load(SHORT_ONE))?.state.phase).toBe("open");
  const contract = contractOf(2);
  contract.post();
  const [answer] = await store.commit([contract.play(PRINCIPAL, "cancel")]);
  expect(answer).toMatchObject({ is: "stored" });
});

test("a write that needs a damaged page is refused, and the others of its group are stored", async () => {
  const path = await fileWithTwo();
  overwrite(path, rootOf(path, "blobs"));
  using store = new SqliteStore(path);
  const posts = [LONG, {}].map((changes, at) => contractOf(at + 3, changes).post());
  const [long, short] = await Promise.allSettled(posts.map((post) => store.commit([post])));
  expect(long).toMatchObject({ status: "rejected", reason: expect.any(StoreDamaged) });
  expect(short).toMatchObject({ status: "fulfilled", value: [{ is: "stored" }] });
});

test.each([
  { what: "a state", sql: "update contracts set state = 'a' || state" },
  { what: "payees", sql: "update contracts set signed_payees = '['" },
  { what: "an entry", sql: "update entries set body = 'a' || body" },
  { what: "terms", sql: `update entries set body = replace(body, '"rules"', '"ruled"')` },
  { what: "a missing body", sql: "update entries set body = null" },
])("$what that cannot be read counts as damage", async ({ sql }) => {
  const path = await fileWithTwo();
  const file = new DatabaseSync(path);
  file.exec(sql);
  file.close();
  using store = new SqliteStore(path);
  await expect(store.load(SHORT_ONE)).rejects.toThrow(StoreDamaged);
});

test.each([
  { when: "its first page is overwritten", harm: (path: string) => overwrite(path, 0) },
  { when: "it is cut in its first page", harm: (path: string) => truncateSync(path, 1_000) },
  { when: "most of it is missing", harm: (path: string) => truncateSync(path, 3 * PAGE) },
])("a file is refused as damaged when $when", async ({ harm }) => {
  const path = await fileWithTwo();
  harm(path);
  const open = async () => {
    using store = new SqliteStore(path);
    await store.load(SHORT_ONE);
  };
  await expect(open()).rejects.toThrow(StoreDamaged);
});

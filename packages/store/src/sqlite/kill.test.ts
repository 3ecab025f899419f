import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { followFeed } from "@bazaar/market";
import { MAX_UPLOAD_MS } from "@bazaar/market/ports";
import { START_MS } from "@bazaar/testkit";
import { expect, test } from "vitest";
import { COUNTS, entryCounts } from "../../test/entry-counts.ts";
import { killedProgram } from "../../test/killed-program.ts";
import { UPLOADED, zeros } from "../../test/large-artifact.ts";
import { temporaryFolder } from "../../test/temporary-folder.ts";
import { lineOf, wholeFeed } from "../../test/whole-feed.ts";
import { SqliteStore } from "./sqlite-store.ts";

const WRITER = new URL("../../test/writer.ts", import.meta.url);
const COUNTER = new URL("../../test/counter.ts", import.meta.url);
const UPLOADER = new URL("../../test/uploader.ts", import.meta.url);
const LIVES = 4;
/** Contracts of different lives are different. */
const APART = 100_000;
const ACKNOWLEDGED = 150;
const COUNTED = 40;
const CHUNKS = 60;

test("what a killed process had stored is there, and the feed has no gap", async () => {
  const path = join(await temporaryFolder(), "market.db");
  const told: string[] = [];
  for (let life = 0; life < LIVES; life += 1) {
    told.push(...(await killedProgram(WRITER, [path, `${life * APART}`], ACKNOWLEDGED)));
  }
  using store = new SqliteStore(path);
  const stored = new Set((await wholeFeed(store)).map(lineOf));
  expect(told.length).toBeGreaterThanOrEqual(LIVES * ACKNOWLEDGED);
  expect(told.filter((line) => !stored.has(line))).toEqual([]);
  const { holds, accounts, world } = await store.ledger.totals("XNO");
  expect(holds).toBeGreaterThan(0n);
  expect(holds + accounts + world).toBe(0n);
});

test("a reader of the feed that was killed has counted every entry once", async () => {
  const path = join(await temporaryFolder(), "market.db");
  const told: string[] = [];
  for (let life = 0; life < LIVES; life += 1) {
    told.push(...(await killedProgram(COUNTER, [path, `${life * APART}`], COUNTED)));
  }
  using store = new SqliteStore(path);
  const handled = (await store.cursors.read("counter")) ?? 0;
  expect(handled).toBeGreaterThanOrEqual(told.reduce((sum, line) => sum + Number(line), 0));
  const feed = await wholeFeed(store);
  const counts = new Map<string, number>();
  for (const { contract } of feed.slice(0, handled)) {
    counts.set(contract, (counts.get(contract) ?? 0) + 1);
  }
  const noted = async (contract: string) => Number(await store.notes.get(COUNTS, contract));
  for (const [contract, count] of counts) expect(await noted(contract)).toBe(count);
  while ((await followFeed({ store }, entryCounts(store))) > 0);
  for (const [contract] of counts) {
    const length = feed.filter((stored) => stored.contract === contract).length;
    expect(await noted(contract)).toBe(length);
  }
});

test("of an upload whose process was killed, nothing is left after its time", async () => {
  const path = join(await temporaryFolder(), "market.db");
  await killedProgram(UPLOADER, [path], CHUNKS);
  const { upload, limits } = UPLOADED;
  using store = new SqliteStore(path);
  const { artifacts } = store;
  expect(await artifacts.open(upload.hash)).toBeNull();
  expect(rowsOf(path)).toMatchObject({ artifacts: 1, owners: 1 });
  expect(rowsOf(path).chunks).toBeGreaterThan(CHUNKS / 2);
  expect(await artifacts.usage(upload.owner)).toEqual({ bytes: upload.bytes, count: 1 });

  expect(await artifacts.expire(START_MS + MAX_UPLOAD_MS + 1, 9)).toBe(1);
  expect(rowsOf(path)).toEqual({ artifacts: 0, owners: 0, chunks: 0 });
  const answer = await artifacts.keep({ ...upload, content: zeros() }, limits);
  expect(answer).toMatchObject({ is: "kept" });
});

function rowsOf(path: string): Record<string, unknown> {
  using file = new DatabaseSync(path);
  const sql = `select (select count(*) from artifacts) as artifacts,
    (select count(*) from artifact_owners) as owners,
    (select count(*) from artifact_chunks) as chunks`;
  return { ...file.prepare(sql).get() };
}

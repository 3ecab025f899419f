import { stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { zstdCompressSync } from "node:zlib";
import { entryText } from "@bazaar/kernel";
import { StoreUnavailable } from "@bazaar/market/ports";
import { AGENT, freeTerms, PRINCIPAL, rehearse } from "@bazaar/testkit";
import { storeConformance } from "@bazaar/testkit/conformance";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../test/temporary-folder.ts";
import { SqliteStore } from "./sqlite-store.ts";

const ON_WINDOWS = process.platform === "win32";

/** Two handles on one file, as two processes would have it. */
storeConformance("SqliteStore", async () => {
  const path = join(await temporaryFolder(), "market.db");
  const [store, another] = [new SqliteStore(path), new SqliteStore(path)];
  const close = async (): Promise<void> => {
    store[Symbol.dispose]();
    another[Symbol.dispose]();
  };
  return { store, another, close };
});

/** What one statement answers, asked past the store. */
function ask(path: string, sql: string): readonly Record<string, unknown>[] {
  using file = new DatabaseSync(path);
  return file.prepare(sql).all();
}

test("a file that cannot be opened is reported as unavailable", async () => {
  const folder = await temporaryFolder();
  expect(() => new SqliteStore(folder)).toThrow(StoreUnavailable);
  expect(() => new SqliteStore(join(folder, "none", "market.db"))).toThrow(StoreUnavailable);
});

test("a file that is not a database is reported as unavailable", async () => {
  const path = join(await temporaryFolder(), "notes.txt");
  await writeFile(path, "not a database");
  expect(() => new SqliteStore(path)).toThrow(StoreUnavailable);
});

test.skipIf(ON_WINDOWS)(
  "only its owner can read the file and its log (needs file modes)",
  async () => {
    const path = join(await temporaryFolder(), "market.db");
    using _store = new SqliteStore(path);
    for (const file of [path, `${path}-wal`, `${path}-shm`]) {
      expect((await stat(file)).mode & 0o777, file).toBe(0o600);
    }
  },
);

test("long bodies are stored apart and compressed, short ones are not", async () => {
  const path = join(await temporaryFolder(), "market.db");
  using store = new SqliteStore(path);
  const post = (text: string) => rehearse(1, freeTerms({ document: { text } })).post();
  const room = 16_384 - entryText(post("").step.entry).length;
  const contracts = [room, room + 1].map((length) => post("x".repeat(length)));
  await store.commit(contracts);
  const sql = "select no, typeof(body) as type, length(body) as length from";
  expect(ask(path, `${sql} entries`)).toEqual([
    { no: 1, type: "text", length: 16_384 },
    { no: 2, type: "null", length: null },
  ]);
  const [blob] = ask(path, `${sql} blobs`);
  expect(blob).toMatchObject({ no: 2, type: "blob" });
  expect(blob?.length).toBeLessThan(8_192);
  using reader = new SqliteStore(path);
  const feed = await reader.feed(0, 2);
  expect(feed.map(({ entry }) => entry)).toEqual(contracts.map(({ step }) => step.entry));
});

test("a damaged body that would fill the memory is not unpacked", async () => {
  const path = join(await temporaryFolder(), "market.db");
  using store = new SqliteStore(path);
  const document = { text: "x".repeat(20_000) };
  await store.commit([rehearse(1, freeTerms({ document })).post()]);
  const bomb = zstdCompressSync(Buffer.alloc(2 ** 26)).toString("hex");
  ask(path, `update blobs set body = x'${bomb}'`);
  const [stored] = await store.feed(0, 1);
  expect(() => stored?.entry).toThrow("the database is damaged: an entry cannot be read");
});

test("a state of another version is recomputed from the entries", async () => {
  const path = join(await temporaryFolder(), "market.db");
  using store = new SqliteStore(path);
  const contract = rehearse(1, freeTerms());
  await store.commit([contract.post()]);
  await store.commit([contract.play(AGENT, "accept")]);
  const before = await store.load(contract.id);
  expect(before?.state).toEqual(contract.state);
  const version = "select state ->> 'version' as version from contracts";
  const written = ask(path, version);
  const change = "json_set(state, '$.version', 0, '$.phase', 'voided', '$.seat', null)";
  ask(path, `update contracts set state = ${change} returning id`);
  using another = new SqliteStore(path);
  expect(await another.load(contract.id)).toEqual(before);
  expect(await another.list({ phases: ["in_progress"], limit: 9, before: null })).toEqual([before]);
  await another.commit([contract.play(AGENT, "fix")]);
  expect(ask(path, version)).toEqual(written);
});

test("terms are read from the file without compiling their patterns", async () => {
  const path = join(await temporaryFolder(), "market.db");
  const checks = [{ method: "output_match" as const, pattern: "a".repeat(30) }];
  const terms = freeTerms({ checks });
  const write = rehearse(1, terms).post();
  using store = new SqliteStore(path);
  await store.commit([write]);
  // No such pattern can be compiled, so nobody has tried to.
  const broken = "(".repeat(30);
  ask(path, `update entries set body = replace(body, '${checks[0]?.pattern}', '${broken}')`);
  using reader = new SqliteStore(path);
  const read = await reader.list({ phases: ["open"], limit: 1, before: null });
  expect(read.map(({ state }) => state.terms.checks)).toEqual([
    [{ method: "output_match", pattern: broken }],
  ]);
});

test("an act whose payout is not covered is not stored", async () => {
  const path = join(await temporaryFolder(), "market.db");
  using store = new SqliteStore(path);
  const write = rehearse(1, freeTerms()).post();
  const payouts = [{ key: "k", from: "nobody", to: "somebody", asset: "XNO", amount: 1n }];
  const greedy = { ...write, step: { ...write.step, payouts } };
  await expect(store.commit([greedy])).rejects.toThrow("nobody does not hold what it owes for k");
  expect(await store.load(write.contract)).toBeNull();
  expect(await store.contractOf(write.alias ?? "")).toBeNull();
  expect(await store.ledger.balance("somebody", "XNO")).toBe(0n);
  expect(await store.commit([write])).toEqual([{ is: "stored", no: 1 }]);
});

test("the feed is complete on a handle that stored only part of it", async () => {
  const path = join(await temporaryFolder(), "market.db");
  using store = new SqliteStore(path);
  using another = new SqliteStore(path);
  const nonces = ["1", "2", "3", "4"].map((digit) => digit.repeat(64));
  const posts = nonces.map((nonce) => rehearse(1, freeTerms({ nonce })).post());
  for (const [at, post] of posts.entries()) await (at === 2 ? another : store).commit([post]);
  for (const each of [store, another]) {
    for (const afterNo of [0, 1, 2, 3, 4]) {
      const feed = await each.feed(afterNo, 10);
      expect(feed.map(({ no }) => no)).toEqual([1, 2, 3, 4].slice(afterNo));
      expect(feed.map(({ entry }) => entry)).toEqual(
        posts.slice(afterNo).map(({ step }) => step.entry),
      );
    }
    expect((await each.feed(0, 2)).map(({ no }) => no)).toEqual([1, 2]);
  }
});

test("counts are answered without reading contracts", async () => {
  const path = join(await temporaryFolder(), "market.db");
  using store = new SqliteStore(path);
  await store.commit([rehearse(1, freeTerms()).post()]);
  ask(path, "update contracts set state = 'unreadable'");
  expect(await store.census()).toEqual(new Map([["open", 1]]));
  expect((await store.history(PRINCIPAL.party)).principal).toEqual(new Map([["open", 1]]));
  // What was stored in this process needs not be read again; elsewhere it would.
  expect((await store.load(rehearse(1, freeTerms()).id))?.state.phase).toBe("open");
});

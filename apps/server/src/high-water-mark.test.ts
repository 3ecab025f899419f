import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Store } from "@bazaar/market/ports";
import { MemoryStore } from "@bazaar/store/memory";
import { BadInput } from "@bazaar/terminal";
import { freeTerms, rehearse } from "@bazaar/testkit";
import { afterEach, beforeEach, expect, test } from "vitest";
import { HighWaterMark } from "./high-water-mark.ts";

const [H1, H2] = ["1".repeat(64), "2".repeat(64)];
const LOG = { warn: (..._: unknown[]) => undefined };

let database: string;
let timers: { readonly run: () => void; readonly ms: number }[];

beforeEach(() => {
  database = join(mkdtempSync(join(tmpdir(), "bazaar-mark-")), "bazaar.db");
  timers = [];
});
afterEach(() => rmSync(join(database, ".."), { recursive: true }));

function newMark(): HighWaterMark {
  return new HighWaterMark(database, LOG, (run, ms) => {
    timers.push({ run, ms });
    return { stop: () => undefined };
  });
}

function written(): unknown {
  const path = `${database}-mark`;
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : null;
}

/** A store with so many entries, and the hash of its last. */
async function storeOf(entries: number): Promise<{ store: Store; hash: string }> {
  const store = new MemoryStore();
  const posts = Array.from({ length: entries }, (_, at) =>
    rehearse(at, freeTerms({ nonce: `${at}`.repeat(64) })).post(),
  );
  for (const post of posts) await store.commit([post]);
  return { store, hash: posts.at(-1)?.step.hash ?? "" };
}

test("it is written a second after an entry, once for all entries of that second", () => {
  const mark = newMark();
  mark.note(1, H1);
  mark.note(2, H2);
  expect(written()).toBeNull();
  expect(timers.map(({ ms }) => ms)).toEqual([1_000]);
  timers[0]?.run();
  expect(written()).toEqual({ no: 2, hash: H2 });
  mark.note(3, H1);
  expect(timers).toHaveLength(2);
});

test("it is written when the server closes, and not without a new entry", () => {
  {
    using mark = newMark();
    mark.note(7, H1);
  }
  expect(written()).toEqual({ no: 7, hash: H1 });
  rmSync(`${database}-mark`);
  newMark()[Symbol.dispose]();
  expect(written()).toBeNull();
});

test("of two processes on one database the one that is ahead counts", () => {
  const [one, other] = [newMark(), newMark()];
  one.note(9, H1);
  one[Symbol.dispose]();
  other.note(8, H2);
  other[Symbol.dispose]();
  expect(written()).toEqual({ no: 9, hash: H1 });
});

test.each([
  { when: "there is no mark", entries: 0, mark: async () => null },
  { when: "the database has its entry", entries: 3, mark: () => markAt(3) },
  { when: "the database is ahead of it", entries: 5, mark: () => markAt(3) },
  { when: "it was cut by a power failure", entries: 0, mark: async () => "" },
])("the server starts when $when", async ({ entries, mark }) => {
  const { store } = await storeOf(entries);
  const text = await mark();
  if (text !== null) writeFileSync(`${database}-mark`, text);
  await newMark().check(store, { acceptsLoss: false });
});

async function markAt(no: number): Promise<string> {
  return JSON.stringify({ no, hash: (await storeOf(no)).hash });
}

test.each([
  { when: "entries are missing", entries: 3, no: 5, says: "lost entries 4 to 5" },
  { when: "the last entry is missing", entries: 4, no: 5, says: "lost entry 5, which was" },
  { when: "the database is empty", entries: 0, no: 5, says: "lost entries 1 to 5" },
  { when: "the entry is another", entries: 5, no: 5, says: "another history" },
])("the server does not start when $when, unless the loss is accepted", async (at) => {
  const { store } = await storeOf(at.entries);
  writeFileSync(`${database}-mark`, JSON.stringify({ no: at.no, hash: H1 }));
  const refused = newMark().check(store, { acceptsLoss: false });
  await expect(refused).rejects.toThrow(BadInput);
  await expect(refused).rejects.toThrow(at.says);
  await expect(refused).rejects.toThrow("--accept-loss");
  await newMark().check(store, { acceptsLoss: true });
  await newMark().check(store, { acceptsLoss: false });
  expect(written()).toBeNull();
});

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ContractId } from "@bazaar/kernel";
import { MAX_PAGE, type StoredEntry } from "@bazaar/market/ports";
import { expect, test } from "vitest";
import { SqliteStore } from "./sqlite-store.ts";

const WRITER = fileURLToPath(new URL("../../test/writer.ts", import.meta.url));
const LIVES = 4;
const ACKNOWLEDGED = 150;

/** Starts a writer, lets it be told so often that something is stored, and kills it. */
async function liveAndDie(path: string, start: number): Promise<readonly string[]> {
  const writer = spawn(process.execPath, [WRITER, path, String(start)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  let isKilled = false;
  writer.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
    if (isKilled || output.split("\n").length <= ACKNOWLEDGED) return;
    isKilled = writer.kill("SIGKILL");
  });
  const [, signal] = await once(writer, "close");
  expect(signal, "the writer stopped by itself").toBe("SIGKILL");
  // What stands after the last line end was never said to anybody.
  return output.split("\n").slice(0, -1);
}

async function wholeFeed(store: SqliteStore): Promise<readonly StoredEntry[]> {
  const feed: StoredEntry[] = [];
  for (;;) {
    const page = await store.feed(feed.length, MAX_PAGE);
    feed.push(...page);
    if (page.length < MAX_PAGE) return feed;
  }
}

test("what a killed process was told is stored is there, and the feed has no gap", async () => {
  const folder = await mkdtemp(join(tmpdir(), "bazaar-kill-"));
  const path = join(folder, "market.db");
  const told: string[] = [];
  for (let life = 0; life < LIVES; life += 1) {
    told.push(...(await liveAndDie(path, life * 100_000)));
  }
  using store = new SqliteStore(path);
  const feed = await wholeFeed(store);
  expect(feed.map(({ no }) => no)).toEqual(feed.map((_, index) => index + 1));
  const stored = new Set(feed.map(({ no, contract, hash }) => `${no} ${contract} ${hash}`));
  expect(told.length).toBeGreaterThanOrEqual(LIVES * ACKNOWLEDGED);
  expect(told.filter((line) => !stored.has(line))).toEqual([]);
  await expectHeads(store, feed);
  await rm(folder, { recursive: true });
});

/** Every contract stands at its last entry: no act was stored by half. */
async function expectHeads(store: SqliteStore, feed: readonly StoredEntry[]): Promise<void> {
  const last = new Map<ContractId, StoredEntry>();
  for (const stored of feed) last.set(stored.contract, stored);
  for (const [contract, { hash, entry }] of last) {
    const found = await store.load(contract);
    expect(found?.chain).toEqual({ head: hash, seq: entry.seq + 1 });
  }
}

/** Reads a whole store and checks it. */
import type { ContractId } from "@bazaar/kernel";
import { MAX_PAGE, type Store, type StoredEntry } from "@bazaar/market/ports";
import { expect } from "vitest";

/** As `test/writer.ts` prints what was stored. */
export function lineOf({ no, contract, hash }: StoredEntry): string {
  return `${no} ${contract} ${hash}`;
}

/** The feed from its beginning; checks that it has no gap and ends at every contract's head. */
export async function wholeFeed(store: Store): Promise<readonly StoredEntry[]> {
  const feed: StoredEntry[] = [];
  for (;;) {
    const page = await store.feed(feed.length, MAX_PAGE);
    feed.push(...page);
    if (page.length < MAX_PAGE) break;
  }
  expect(feed.map(({ no }) => no)).toEqual(feed.map((_, index) => index + 1));
  const last = new Map<ContractId, StoredEntry>();
  for (const stored of feed) last.set(stored.contract, stored);
  for (const [contract, { hash, entry }] of last) {
    const found = await store.load(contract);
    expect(found?.chain).toEqual({ head: hash, seq: entry.seq + 1 });
  }
  return feed;
}

/** A reader of the feed that counts entries by type into notes, each exactly once. */
import { type FeedReader, followFeed } from "@bazaar/market";
import type { NoteWrite, Store } from "@bazaar/market/ports";
import { ensure } from "./violation.ts";

export const COUNTED = "a reader of the feed counts every entry once";
const SPACE = "tally";
const PAGE = 256;

/** One turn of the reader. */
export function countEntries(store: Store): Promise<number> {
  const reader: FeedReader = {
    name: SPACE,
    begins: "first",
    handle: async (entries) => {
      const counted = countByType(entries);
      const writes: NoteWrite[] = [];
      for (const [key, more] of counted) {
        const from = await store.notes.get(SPACE, key);
        writes.push({ space: SPACE, key, from, to: String(Number(from ?? 0) + more) });
      }
      return writes;
    },
  };
  return followFeed({ store }, reader);
}

/** Whether there are entries that the reader has yet to count. */
export async function isBehind(store: Store): Promise<boolean> {
  return ((await store.cursors.read(SPACE)) ?? 0) < (await store.lastNo());
}

/** The reader has come to the end of the feed, and its notes are a recount of it. */
export async function checkTally(store: Store): Promise<void> {
  const read = await store.lastNo();
  ensure(!(await isBehind(store)), COUNTED, () => `it never comes to entry ${read}`);
  const entries = [];
  for (let after = 0; after < read; after = entries.length) {
    entries.push(...(await store.feed(after, Math.min(PAGE, read - after))));
  }
  const counted = countByType(entries);
  const notes = await store.notes.list({ space: SPACE, prefix: "", after: null, limit: PAGE });
  for (const { key, value } of notes) {
    ensure(value === String(counted.get(key)), COUNTED, () => {
      return `${value} of ${counted.get(key)} ${key} up to entry ${read}`;
    });
  }
  ensure(notes.length === counted.size, COUNTED, () => `${notes.length} of ${counted.size} types`);
}

function countByType(
  entries: readonly { readonly entry: { readonly type: string } }[],
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { entry } of entries) counts.set(entry.type, (counts.get(entry.type) ?? 0) + 1);
  return counts;
}

/**
 * One turn of a durable reader of the feed.
 *
 * What `handle` does outside the store happens at least once: the process may die, or another one
 * may be faster, before the reader has moved on. The notes that it returns are written with the
 * move, so they count every entry exactly once.
 */
import { invariant } from "@bazaar/kernel";
import type { NoteWrite } from "../ports/notes.ts";
import type { Store, StoredEntry } from "../ports/store.ts";

/** The entries of one turn: so few that a reader may write several notes about each. */
export const ENTRIES_AT_ONCE = 64;

export interface FeedReader {
  readonly name: string;
  /** Where a new reader begins: at the first entry, or after the newest. */
  readonly begins: "first" | "newest";
  /** Gets the next entries, in order; the same ones again if it throws. */
  readonly handle: (entries: readonly StoredEntry[]) => Promise<readonly NoteWrite[]>;
}

type Followed = Pick<Store, "cursors" | "feed" | "lastNo">;

/** How many entries were handled. 0 at the end of the feed, or if another process was faster. */
export async function followFeed(
  { store }: { readonly store: Followed },
  { name, begins, handle }: FeedReader,
): Promise<number> {
  const from = (await store.cursors.read(name)) ?? (await begin(store, name, begins));
  const entries = await store.feed(from, ENTRIES_AT_ONCE);
  const to = entries.at(-1)?.no;
  if (to === undefined) return 0;
  const notes = await handle(entries);
  const answer = await store.cursors.advance({ name, from, to, notes });
  return answer === "advanced" ? entries.length : 0;
}

/** Stored at once: a reader that begins after the newest entry must not miss the next. */
async function begin(store: Followed, name: string, at: FeedReader["begins"]): Promise<number> {
  const to = at === "first" ? 0 : await store.lastNo();
  await store.cursors.advance({ name, from: null, to, notes: [] });
  const from = await store.cursors.read(name);
  invariant(from !== null, `${name} has begun`);
  return from;
}

/** A reader of the feed that counts the entries of every contract in notes. */
import type { FeedReader } from "@bazaar/market";
import type { Store } from "@bazaar/market/ports";

export const COUNTS = "entry counts";

export function entryCounts(store: Pick<Store, "notes">): FeedReader {
  return {
    name: "counter",
    begins: "first",
    handle: async (entries) => {
      const seen = new Map<string, number>();
      for (const { contract } of entries) seen.set(contract, (seen.get(contract) ?? 0) + 1);
      return Promise.all(
        [...seen].map(async ([key, more]) => {
          const from = await store.notes.get(COUNTS, key);
          return { space: COUNTS, key, from, to: `${Number(from ?? 0) + more}` };
        }),
      );
    },
  };
}

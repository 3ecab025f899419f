/** Planted bugs in what the market keeps outside contracts: readers of the feed, and artifacts. */
import type { Store } from "@bazaar/market/ports";
import { unchanged } from "./audited.ts";
import { changingStore, type Plant } from "./plant.ts";
import { WITHIN } from "./shelf.ts";
import { COUNTED } from "./tally.ts";

export const OUTSIDE_PLANTS: readonly Plant[] = [
  {
    ...changingStore("a reader of the feed moves on without its notes", ({ cursors }) => ({
      cursors: {
        ...unchanged(cursors),
        advance: (move) => cursors.advance({ ...move, notes: [] }),
      },
    })),
    breaks: COUNTED,
  },
  {
    ...changingStore("a reader of the feed skips an entry", (store) => ({
      feed: async (afterNo, limit) => {
        const entries = await store.feed(afterNo, limit);
        return entries.length > 1 ? entries.slice(1) : entries;
      },
    })),
    breaks: COUNTED,
  },
  {
    ...changingStore("a reader of the feed writes its notes before it moves on", (store) => ({
      cursors: writingEarly(store),
    })),
    breaks: COUNTED,
  },
  {
    ...changingStore("nobody counts what an owner has stored", ({ artifacts }) => ({
      artifacts: {
        ...unchanged(artifacts),
        keep: (upload, limits) =>
          artifacts.keep(upload, { ...limits, ownerBytes: limits.totalBytes }),
      },
    })),
    breaks: WITHIN,
  },
];

/** Two writes in place of one: a crash between them counts the same entries again. */
function writingEarly({ cursors, notes }: Store): Store["cursors"] {
  return {
    ...unchanged(cursors),
    advance: async (move) => {
      for (const note of move.notes) await notes.write(note);
      return cursors.advance({ ...move, notes: [] });
    },
  };
}

/** What every feed must do: carry a number to whoever listens, as best it can. */
import type { Feed } from "@bazaar/market/ports";
import { describe, expect, test, vi } from "vitest";

export interface FeedUnderTest {
  readonly feed: Feed;
  /** A second end of the same feed, as another process would have it. */
  readonly another?: Feed;
  readonly close?: () => Promise<void>;
}

export function feedConformance(name: string, makeFeed: () => Promise<FeedUnderTest>): void {
  const claim = (words: string, body: (feed: Feed, another: Feed) => Promise<void>): void => {
    test(words, async () => {
      const { feed, another = feed, close } = await makeFeed();
      try {
        await body(feed, another);
      } finally {
        await close?.();
      }
    });
  };

  describe(`${name} as a feed`, () => {
    claim(
      "everyone who listens hears what was published, wherever it was",
      async (feed, another) => {
        const heard: [Set<number>, Set<number>] = [new Set(), new Set()];
        feed.subscribe((no) => heard[0].add(no));
        another.subscribe((no) => heard[1].add(no));
        await vi.waitFor(() => {
          // It may lose a word, so it is said until it is heard.
          feed.publish(7);
          expect([...heard[0], ...heard[1]]).toEqual([7, 7]);
        });
      },
    );

    claim("who has left hears nothing more, the others do", async (feed, another) => {
      const left: number[] = [];
      const stayed = new Set<number>();
      const leave = feed.subscribe((no) => left.push(no));
      feed.subscribe((no) => stayed.add(no));
      leave();
      leave();
      await vi.waitFor(() => {
        another.publish(1);
        expect(stayed).toEqual(new Set([1]));
      });
      expect(left).toEqual([]);
    });

    claim("publishing to nobody is nothing", async (feed) => {
      expect(() => feed.publish(1)).not.toThrow();
    });
  });
}

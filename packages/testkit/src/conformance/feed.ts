/** What every feed must do: deliver a number to its subscribers, at best effort. */
import type { Feed } from "@bazaar/market/ports";
import { describe, expect, test } from "vitest";

export interface FeedUnderTest {
  readonly feed: Feed;
  /** A second handle on the same feed, as in another process. */
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
    claim("every subscriber receives what was published on any handle", async (feed, another) => {
      const received: [Set<number>, Set<number>] = [new Set(), new Set()];
      feed.subscribe((no) => received[0].add(no));
      another.subscribe((no) => received[1].add(no));
      // A feed may lose messages, so publish until it arrives.
      const arrived = () => {
        feed.publish(7);
        return [...received[0], ...received[1]];
      };
      await expect.poll(arrived).toEqual([7, 7]);
    });

    claim(
      "after unsubscribing nothing is delivered; other subscribers still receive",
      async (feed, another) => {
        const left: number[] = [];
        const stayed = new Set<number>();
        const leave = feed.subscribe((no) => left.push(no));
        feed.subscribe((no) => stayed.add(no));
        leave();
        leave();
        const arrived = () => {
          another.publish(1);
          return stayed;
        };
        await expect.poll(arrived).toEqual(new Set([1]));
        expect(left).toEqual([]);
      },
    );

    claim("publishing without subscribers does nothing", async (feed) => {
      expect(() => feed.publish(1)).not.toThrow();
    });
  });
}

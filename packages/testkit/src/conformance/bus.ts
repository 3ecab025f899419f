/** What every bus must do: carry messages of one process to all others, in order. */
import type { Bus } from "@bazaar/market/ports";
import { describe, expect, test } from "vitest";

export interface BusUnderTest {
  /** Of three processes. */
  readonly buses: readonly [Bus, Bus, Bus];
  readonly close?: () => Promise<void>;
}

export function busConformance(name: string, makeBus: () => Promise<BusUnderTest>): void {
  const claim = (words: string, body: (...buses: readonly Bus[]) => Promise<void>): void => {
    test(words, async () => {
      const { buses, close } = await makeBus();
      try {
        await body(...buses);
      } finally {
        await close?.();
      }
    });
  };

  describe(`${name} as a bus`, () => {
    claim("the other processes get a message, its own does not", async (a, b, c) => {
      const received = [a, b, c].map(listen);
      a?.publish("from a");
      await expect.poll(() => received.slice(1)).toEqual([["from a"], ["from a"]]);
      b?.publish("from b");
      await expect.poll(() => received[2]).toEqual(["from a", "from b"]);
      await expect.poll(() => received[0]).toEqual(["from b"]);
    });

    claim("messages of one process arrive in their order, as they are", async (a, b) => {
      const received = listen(b);
      const sent = Array.from({ length: 1_000 }, (_, at) => `${at}\n"é€😀\0`);
      for (const message of sent) a?.publish(message);
      await expect.poll(() => received.length).toBe(sent.length);
      expect(received).toEqual(sent);
    });

    claim("what a listener publishes comes after what it has heard", async (a, b, c) => {
      const received = listen(c);
      b?.subscribe((message) => b.publish(`b heard ${message}`));
      a?.publish("1");
      a?.publish("2");
      await expect.poll(() => received.length).toBe(4);
      expect(received.filter((message) => message.length === 1)).toEqual(["1", "2"]);
      expect(received.indexOf("b heard 1")).toBeLessThan(received.indexOf("b heard 2"));
    });

    claim("the longest frame is carried whole", async (a, b) => {
      const received = listen(b);
      const message = "x".repeat(4 * 1_048_576);
      a?.publish(message);
      await expect.poll(() => received.length).toBe(1);
      expect(received[0] === message).toBe(true);
    });

    claim("after unsubscribing nothing is delivered", async (a, b, c) => {
      const left: string[] = [];
      const leave = b?.subscribe((message) => left.push(message));
      const stayed = listen(b);
      leave?.();
      leave?.();
      c?.publish("1");
      await expect.poll(() => stayed).toEqual(["1"]);
      expect(left).toEqual([]);
      expect(() => a?.publish("nobody need listen")).not.toThrow();
    });
  });
}

function listen(bus: Bus | undefined): string[] {
  const received: string[] = [];
  bus?.subscribe((message) => received.push(message));
  return received;
}

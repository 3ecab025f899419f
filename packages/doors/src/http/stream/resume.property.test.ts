import { setImmediate as later } from "node:timers/promises";
import { AGENT, PRINCIPAL } from "@bazaar/testkit";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { ReadingMarket } from "../reads/test/reading-market.ts";
import { eventName } from "./event.ts";
import { StreamServer } from "./test/stream-server.ts";

/** Everything that the feed has to tell, by number. */
async function toldByFeed({ market }: ReadingMarket): Promise<number[]> {
  const numbers: number[] = [];
  for (let at = 0; ; ) {
    const page = await market.feed(at, 100);
    const last = page.at(-1);
    if (last === undefined) return numbers;
    numbers.push(...page.filter((stored) => eventName(stored) !== null).map(({ no }) => no));
    at = last.no;
  }
}

/** One contract's whole life, with room for others between its acts. */
async function live(bazaar: ReadingMarket): Promise<void> {
  const id = await bazaar.post();
  await later();
  await bazaar.act(AGENT, id, "bond");
  await bazaar.act(AGENT, id, "accept");
  await later();
  await bazaar.act(AGENT, id, "fix");
  await bazaar.act(PRINCIPAL, id, "verify");
}

/** Reads until it was told the last number, hanging up whenever the script says so. */
async function readWithBreaks(
  server: StreamServer,
  breaks: readonly number[],
  isDone: (lastId: number) => boolean,
): Promise<number[]> {
  const told: number[] = [];
  let lastId = 0;
  for (let turn = 0; !isDone(lastId); turn += 1) {
    const client = await server.connect("", { "Last-Event-ID": String(lastId) });
    const count = breaks[turn] ?? Number.POSITIVE_INFINITY;
    await client.until((at) => at.told.length >= count || isDone(at.lastId ?? 0));
    client.close();
    // What arrived is what counts, also when it arrived after hanging up was decided.
    told.push(...client.told.map(({ id }) => id));
    lastId = client.lastId ?? lastId;
  }
  return told;
}

test("a reader that reconnects while others post gets everything once, in order", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 12 }),
      fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 12 }),
      async (oneBreaks, otherBreaks) => {
        await using server = await StreamServer.start();
        const { bazaar } = server;
        let isPosted = false;
        let finalNo = Number.POSITIVE_INFINITY;
        const posting = Promise.all(Array.from({ length: 25 }, () => live(bazaar))).then(
          async () => {
            finalNo = (await toldByFeed(bazaar)).at(-1) ?? 0;
            isPosted = true;
          },
        );
        const isDone = (lastId: number): boolean => isPosted && lastId >= finalNo;
        const readers = [oneBreaks, otherBreaks].map((breaks) =>
          readWithBreaks(server, breaks, isDone),
        );
        // The last word may have come before the end was known: something must still wake a reader.
        await posting;
        const nudge = setInterval(() => server.round(), 5);
        const heard = await Promise.all(readers).finally(() => clearInterval(nudge));
        const expected = await toldByFeed(bazaar);
        expect(expected).toHaveLength(75);
        for (const numbers of heard) expect(numbers).toEqual(expected);
      },
    ),
    { numRuns: 30 },
  );
});

test("an unknown Last-Event-ID starts now and says so", async () => {
  await using server = await StreamServer.start();
  await server.bazaar.post();
  const client = await server.connect("?last_event_id=999999");
  await client.until(({ lastId }) => lastId !== null);
  expect([client.lastId, client.told]).toEqual([1, []]);
  expect(client.comments).toEqual([expect.stringContaining("unknown Last-Event-ID")]);
  await server.bazaar.post();
  await client.until(({ told }) => told.length === 1);
  expect(client.told).toMatchObject([{ id: 2 }]);
  client.close();
});

test("many readers that return at once all get what they missed", async () => {
  await using server = await StreamServer.start();
  for (let number = 0; number < 300; number += 1) await server.bazaar.post();
  const clients = await Promise.all(
    Array.from({ length: 30 }, (_, at) => server.connect(`?last_event_id=${at * 10}`)),
  );
  for (const [at, client] of clients.entries()) {
    await client.until(({ told }) => told.length === 300 - at * 10);
    expect(client.told.map(({ id }) => id)).toEqual(
      Array.from({ length: 300 - at * 10 }, (_, index) => at * 10 + index + 1),
    );
    client.close();
  }
});

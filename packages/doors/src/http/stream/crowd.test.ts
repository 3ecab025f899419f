import { setImmediate as later } from "node:timers/promises";
import { expect, test } from "vitest";
import { DOCUMENT, type ReadingMarket } from "../reads/test/reading-market.ts";
import { StreamServer } from "./test/stream-server.ts";

const LONG = { ...DOCUMENT, task: { command: "x".repeat(2_000), error: "" } };

async function postMany(bazaar: ReadingMarket, count: number): Promise<void> {
  await Promise.all(Array.from({ length: count }, () => bazaar.post({ document: LONG })));
}

test("a reader that does not read is dropped, and others get everything", async () => {
  await using server = await StreamServer.start({ streamBufferBytes: 64 * 1024 });
  const fast = await server.connect();
  const slow = await server.connect();
  await slow.until(({ lastId }) => lastId !== null);
  slow.pause();
  let posted = 0;
  while (server.hub.open === 2 && posted < 20_000) {
    await postMany(server.bazaar, 100);
    posted += 100;
    await fast.until(({ told }) => told.length === posted);
    server.round();
  }
  expect(fast.told).toHaveLength(posted);
  expect(fast.isClosed).toBe(false);
  expect(server.hub.open).toBe(1);
  // What it had not read is lost.
  slow.resume();
  await slow.until(({ isClosed }) => isClosed);
  expect(slow.told.length).toBeLessThan(posted);
  fast.close();
});

test("a dropped reader is told why, and resumes", async () => {
  await using server = await StreamServer.start({ streamBufferBytes: 8 * 1024 });
  const slow = await server.connect();
  await slow.until(({ lastId }) => lastId !== null);
  slow.pause();
  let posted = 0;
  for (; server.hub.dropped === 0 && posted < 20_000; posted += 100) {
    await postMany(server.bazaar, 100);
    await later();
  }
  slow.resume();
  await slow.until(({ isClosed }) => isClosed);
  expect(slow.comments.at(-1)).toContain("too slow");
  const again = await server.connect("", { "Last-Event-ID": String(slow.lastId) });
  await again.until(({ told }) => told.length + slow.told.length === posted);
  const numbers = [...slow.told, ...again.told].map(({ id }) => id);
  expect(numbers).toEqual(Array.from({ length: posted }, (_, at) => at + 1));
  again.close();
});

test("for a thousand readers a contract is looked up once", async () => {
  await using server = await StreamServer.start();
  const clients = await Promise.all(
    Array.from({ length: 1_000 }, (_, at) =>
      server.connect(at % 2 === 0 ? "" : "?min_bounty=0.1&capability=network"),
    ),
  );
  let lookups = 0;
  const { market } = server.bazaar;
  const find = market.find.bind(market);
  market.find = (name) => {
    lookups += 1;
    return find(name);
  };
  await server.bazaar.post();
  await Promise.all(clients.map((client) => client.until(({ told }) => told.length > 0)));
  expect(lookups).toBe(1);
  expect(clients.every(({ told }) => told.length === 1)).toBe(true);
  for (const client of clients) client.close();
});

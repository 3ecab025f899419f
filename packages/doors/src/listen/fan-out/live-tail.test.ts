import type { Market, StoredEntry } from "@bazaar/market/ports";
import { expect, test } from "vitest";
import { ReadingMarket } from "../../http/reads/test/reading-market.ts";
import { EventReader } from "../../http/stream/event-reader.ts";
import { StreamServer } from "../../http/stream/test/stream-server.ts";
import { LiveTail } from "./live-tail.ts";

/** The same market, whose watch delivers when the test says so. */
class LateMarket {
  readonly market: Market;
  readonly #entries: StoredEntry[] = [];
  #listener: (entries: readonly StoredEntry[]) => void = () => {};

  constructor(market: Market) {
    this.market = new Proxy(market, {
      get: (target, name) => {
        if (name === "watch")
          return (listener: (entries: readonly StoredEntry[]) => void) => {
            this.#listener = listener;
            return target.watch((entries) => this.#entries.push(...entries));
          };
        const value: unknown = Reflect.get(target, name);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
  }

  /** Hands over so many of the entries that wait. */
  release(count = this.#entries.length): void {
    this.#listener(this.#entries.splice(0, count));
  }

  get waiting(): number {
    return this.#entries.length;
  }
}

test.each(["", "?min_bounty=0"])(
  "a reader ahead of the tail gets nothing twice (%s)",
  async (query) => {
    const bazaar = await ReadingMarket.open();
    await bazaar.post();
    const late = new LateMarket(bazaar.market);
    await using server = await StreamServer.start({}, bazaar, late.market);
    await bazaar.post();
    await bazaar.post();
    const ahead = await server.connect(query, { "Last-Event-ID": "0" });
    await ahead.until(({ told }) => told.length === 3);
    const present = await server.connect(query);
    await present.until(({ lastId }) => lastId === 1);
    late.release(1);
    await present.until(({ told }) => told.length === 1);
    await bazaar.post();
    late.release();
    await Promise.all([ahead, present].map((one) => one.until(({ lastId }) => lastId === 4)));
    expect(ahead.told.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
    expect(present.told.map(({ id }) => id)).toEqual([2, 3, 4]);
  },
);

test("entries beyond the buffer are read from the feed again, in order", async () => {
  const bazaar = await ReadingMarket.open();
  const late = new LateMarket(bazaar.market);
  await using server = await StreamServer.start({}, bazaar, late.market);
  const client = await server.connect();
  await client.until(({ lastId }) => lastId === 0);
  const count = 4_300;
  for (let posted = 0; posted < count; posted += 1) await bazaar.post();
  // The feed is read a little after the last post.
  while (late.waiting < count) await new Promise((resolve) => setImmediate(resolve));
  late.release(4_000);
  late.release(200);
  late.release();
  await client.until(({ told }) => told.length >= count);
  expect(client.told.map(({ id }) => id)).toEqual(Array.from({ length: count }, (_, at) => at + 1));
});

test("without readers no events are made, and the next reader starts there", async () => {
  await using server = await StreamServer.start();
  const { bazaar, hub } = server;
  let lookups = 0;
  const find = bazaar.market.find.bind(bazaar.market);
  bazaar.market.find = (name) => {
    lookups += 1;
    return find(name);
  };
  await bazaar.post();
  await expect.poll(() => hub.no).toBe(1);
  expect(lookups).toBe(0);
  const reader = await server.connect();
  await bazaar.post();
  await reader.until(({ told }) => told.length > 0);
  expect(reader.told.map(({ id }) => id)).toEqual([2]);
  expect(lookups).toBe(1);
  reader.close();
});

test("without readers no entry is buffered", async () => {
  const bazaar = await ReadingMarket.open();
  const late = new LateMarket(bazaar.market);
  const reader = new EventReader(late.market, () => true);
  const nobody = { isThere: () => false, hand: () => {} };
  const tail = new LiveTail(late.market, (entries) => reader.eventsOf(entries), nobody);
  for (let posted = 0; posted < 100; posted += 1) await bazaar.post();
  await expect.poll(() => late.waiting).toBe(100);
  late.release();
  expect(tail.no).toBe(100);
  tail.stop();
});

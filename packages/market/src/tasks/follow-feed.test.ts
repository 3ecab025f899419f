import { freeTerms, rehearse, through } from "@bazaar/testkit";
import { expect, test } from "vitest";
import { SmallMarket } from "../../test/small-market.ts";
import type { NoteWrite } from "../ports/notes.ts";
import type { Store, StoredEntry } from "../ports/store.ts";
import { type FeedReader, followFeed } from "./follow-feed.ts";

const NAME = "counter";

async function post(market: SmallMarket, amount: number, first = 1): Promise<void> {
  const numbers = Array.from({ length: amount }, (_, at) => at + first);
  const nonce = (number: number) => number.toString(16).padStart(64, "0");
  const posts = numbers.map((number) => rehearse(number, freeTerms({ nonce: nonce(number) })));
  await market.store.commit(posts.map((contract) => contract.post()));
}

/** Counts entries in a note, and records what it was given. */
function counter(market: SmallMarket, begins: FeedReader["begins"] = "first") {
  const given: number[] = [];
  const handle = async (entries: readonly StoredEntry[]): Promise<readonly NoteWrite[]> => {
    given.push(...entries.map(({ no }) => no));
    const from = await market.store.notes.get("counts", "all");
    const to = `${Number(from ?? 0) + entries.length}`;
    return [{ space: "counts", key: "all", from, to }];
  };
  return { given, reader: { name: NAME, begins, handle } };
}

const counted = (market: SmallMarket) => market.store.notes.get("counts", "all");
const upTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1);

test("a reader gets every entry in order, over several turns", async () => {
  const market = new SmallMarket();
  await post(market, 150);
  const { given, reader } = counter(market);
  const turns = [];
  for (let turn = 0; turn < 4; turn += 1) turns.push(await followFeed(market.needs(), reader));
  expect(turns).toEqual([64, 64, 22, 0]);
  expect(given).toEqual(upTo(150));
  await post(market, 1, 151);
  expect(await followFeed(market.needs(), reader)).toBe(1);
  expect(given).toEqual(upTo(151));
  expect(await counted(market)).toBe("151");
});

test("a reader that begins after the newest entry gets all later ones", async () => {
  const market = new SmallMarket();
  await post(market, 3);
  const { given, reader } = counter(market, "newest");
  expect(await followFeed(market.needs(), reader)).toBe(0);
  await post(market, 2, 4);
  expect(await followFeed(market.needs(), reader)).toBe(2);
  expect(given).toEqual([4, 5]);
});

test("a reader that fails gets the same entries again", async () => {
  const market = new SmallMarket();
  await post(market, 3);
  const { given, reader } = counter(market);
  const failing = { ...reader, handle: () => Promise.reject(new Error("no answer")) };
  await expect(followFeed(market.needs(), failing)).rejects.toThrow("no answer");
  expect(await followFeed(market.needs(), reader)).toBe(3);
  expect(given).toEqual([1, 2, 3]);
});

test("two processes with one reader count every entry once", async () => {
  const market = new SmallMarket();
  await post(market, 100);
  const { given, reader } = counter(market);
  const both = () =>
    Promise.all([followFeed(market.needs(), reader), followFeed(market.needs(), reader)]);
  expect((await both()).toSorted()).toEqual([0, 64]);
  expect((await both()).toSorted()).toEqual([0, 36]);
  expect(new Set(given)).toEqual(new Set(upTo(100)));
  expect(await counted(market)).toBe("100");
});

test("an answer that is lost after the move counts nothing twice", async () => {
  const market = new SmallMarket();
  await post(market, 5);
  const { reader } = counter(market);
  let isLost = false;
  const cursors = through(market.store.cursors, async (name, call) => {
    const answer = await call();
    isLost = name === "advance" && (await counted(market)) !== null && !isLost;
    if (isLost) throw new Error("no answer");
    return answer;
  });
  const store = { ...through<Store>(market.store, (_, call) => call()), cursors };
  await expect(followFeed({ store }, reader)).rejects.toThrow("no answer");
  expect(await followFeed(market.needs(), reader)).toBe(0);
  expect(await counted(market)).toBe("5");
});

test("a note that changed meanwhile is counted again in the next turn", async () => {
  const market = new SmallMarket();
  await post(market, 5);
  const { reader } = counter(market);
  const late = {
    ...reader,
    handle: async (entries: readonly StoredEntry[]) => {
      const notes = await reader.handle(entries);
      await market.store.notes.write({ space: "counts", key: "all", from: null, to: "10" });
      return notes;
    },
  };
  expect(await followFeed(market.needs(), late)).toBe(0);
  expect(await followFeed(market.needs(), reader)).toBe(5);
  expect(await counted(market)).toBe("15");
});

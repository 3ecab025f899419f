import { AGENT, PRINCIPAL, sampleTerms, through } from "@bazaar/testkit";
import { expect, test } from "vitest";
import { SmallMarket } from "../../test/small-market.ts";
import { fireDeadlines } from "./fire-deadlines.ts";

test("a timeout is recorded after the deadline, not at it", async () => {
  const market = new SmallMarket();
  await market.grant();
  const id = await market.post();
  const dueMs = (await market.state(id)).deadline?.atMs ?? 0;
  market.nowMs = dueMs;
  expect(await fireDeadlines(market.needs())).toBe(0);
  market.nowMs = dueMs + 1;
  expect(await fireDeadlines(market.needs())).toBe(1);
  expect(await market.types(id)).toEqual(["post", "auto_cancel"]);
  expect(await fireDeadlines(market.needs())).toBe(0);
});

test("two processes at once record one timeout", async () => {
  const market = new SmallMarket();
  const id = await market.atWork();
  market.nowMs += 1_000_000;
  const fired = await Promise.all([fireDeadlines(market.needs()), fireDeadlines(market.needs())]);
  expect(fired.reduce((sum, count) => sum + count, 0)).toBe(1);
  expect((await market.types(id)).filter((type) => type === "abandoned")).toHaveLength(1);
});

test("a timeout decided on the old head is refused by the rules", async () => {
  const market = new SmallMarket();
  const id = await market.atWork();
  market.nowMs += 1_000_000;
  let isFirst = true;
  const store = through(market.store, async (name, call) => {
    if (name === "commit" && isFirst) {
      isFirst = false;
      expect(await fireDeadlines(market.needs())).toBe(1);
    }
    return call();
  });
  expect(await fireDeadlines(market.needs({ store }))).toBe(0);
  expect((await market.types(id)).filter((type) => type === "abandoned")).toHaveLength(1);
});

test("an act that was in time wins over the timer", async () => {
  const market = new SmallMarket();
  const id = await market.atWork();
  const dueMs = (await market.state(id)).deadline?.atMs ?? 0;
  market.nowMs = dueMs + 1;
  let isFirst = true;
  const inTime = market.needs({ clock: { nowMs: () => dueMs } });
  const store = through(market.store, async (name, call) => {
    if (name === "commit" && isFirst) {
      isFirst = false;
      market.nowMs = inTime.clock.nowMs();
      await market.must(AGENT, id, "fix", { fix: "make", explanation: "done" });
      market.nowMs = dueMs + 1;
    }
    return call();
  });
  expect(await fireDeadlines(market.needs({ store }))).toBe(0);
  expect((await market.state(id)).phase).toBe("verifying");
});

test("every overdue contract times out, the longest overdue first", async () => {
  const market = new SmallMarket();
  await market.grant("100");
  const ids = [];
  for (const nonce of ["01", "02", "03"]) {
    ids.push(await market.post(sampleTerms({ nonce: nonce.repeat(32) })));
    market.nowMs += 1_000;
  }
  market.nowMs += 60_000;
  expect(await fireDeadlines(market.needs())).toBe(3);
  const feed = await market.store.feed(3, 10);
  expect(feed.map(({ contract }) => contract)).toEqual(ids);
  expect(feed.map(({ entry }) => entry.type)).toEqual(Array(3).fill("auto_cancel"));
});

test("a deadline that was moved fires again", async () => {
  const market = new SmallMarket();
  const id = await market.atWork();
  await market.must(PRINCIPAL, id, "halt");
  market.nowMs += 61_000;
  expect(await fireDeadlines(market.needs())).toBe(1);
  expect((await market.state(id)).phase).toBe("voided");
});

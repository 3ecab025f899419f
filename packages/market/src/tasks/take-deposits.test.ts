import { XNO } from "@bazaar/kernel";
import { AGENT, through, units } from "@bazaar/testkit";
import { describe, expect, test } from "vitest";
import { SmallMarket } from "../../test/small-market.ts";
import { type Deposit, type OpenHolds, RailUnavailable } from "../ports/rail.ts";
import { StoreUnavailable } from "../ports/store.ts";
import { fireDeadlines } from "./fire-deadlines.ts";
import { payLegs } from "./pay-legs.ts";
import { runTasks } from "./run-tasks.ts";
import { takeDeposits } from "./take-deposits.ts";

const DUE = units("0.67", XNO);

async function backAndForth(market: SmallMarket) {
  await takeDeposits(market.needs());
  await payLegs(market.needs());
}

describe("a deposit for a contract", () => {
  test("funds it if it is what was due", async () => {
    const market = new SmallMarket();
    const { id, address } = await market.unfunded();
    market.nano.pay(address, DUE, "nano_pia");
    await backAndForth(market);
    const state = await market.state(id);
    expect(state.phase).toBe("open");
    expect(state.held[0]?.principal).toBe(DUE);
    expect(await market.types(id)).toEqual(["post", "funded"]);
    expect(await market.store.legsOf(id)).toEqual([]);
  });

  test("is refunded in part if it is too much", async () => {
    const market = new SmallMarket();
    const { id, address } = await market.unfunded();
    market.nano.pay(address, DUE + 3n, "nano_pia");
    await backAndForth(market);
    expect((await market.state(id)).held[0]?.principal).toBe(DUE);
    expect(market.nano.received("nano_pia")).toBe(3n);
  });

  test.each([
    { when: "it is too little", amount: DUE - 1n },
    { when: "it is only dust", amount: 1n },
  ])("goes back when $when", async ({ amount }) => {
    const market = new SmallMarket();
    const { id, address } = await market.unfunded();
    market.nano.pay(address, amount, "nano_pia");
    await backAndForth(market);
    expect((await market.state(id)).phase).toBe("unfunded");
    expect(market.nano.received("nano_pia")).toBe(amount);
    // It may be made good while the clock runs.
    market.nano.pay(address, DUE, "nano_pia");
    await backAndForth(market);
    expect((await market.state(id)).phase).toBe("open");
    expect(market.nano.received("nano_pia")).toBe(amount);
  });

  test("is refunded if it is too late, whether or not the timeout is recorded", async () => {
    for (const hasFired of [false, true]) {
      const market = new SmallMarket();
      const { id, address } = await market.unfunded();
      market.nowMs = ((await market.state(id)).deadline?.atMs ?? 0) + 1;
      if (hasFired) await fireDeadlines(market.needs());
      market.nano.pay(address, DUE, "nano_pia");
      await backAndForth(market);
      expect((await market.state(id)).phase).toBe(hasFired ? "canceled" : "unfunded");
      expect(market.nano.received("nano_pia")).toBe(DUE);
      expect(await market.nano.balance(XNO)).toBe(0n);
    }
  });

  test("is in time at the deadline", async () => {
    const market = new SmallMarket();
    const { id, address } = await market.unfunded();
    market.nowMs = (await market.state(id)).deadline?.atMs ?? 0;
    market.nano.pay(address, DUE, "nano_pia");
    await takeDeposits(market.needs());
    expect((await market.state(id)).phase).toBe("open");
  });

  test("is refunded if it was already paid", async () => {
    const market = new SmallMarket();
    const { id, address } = await market.unfunded();
    market.nano.pay(address, DUE, "nano_pia");
    market.nano.pay(address, DUE, "nano_pia");
    await backAndForth(market);
    expect((await market.state(id)).held[0]?.principal).toBe(DUE);
    expect(market.nano.received("nano_pia")).toBe(DUE);
  });

  test("for a seat that was left does not pay for the next agent's seat", async () => {
    const market = new SmallMarket();
    const { id, address } = await market.unfunded();
    market.nano.pay(address, DUE, "nano_pia");
    await takeDeposits(market.needs());
    await market.must(AGENT, id, "bond");
    await runTasks(market.needs());
    await market.must(AGENT, id, "decline");
    market.nano.pay("nano-address-2", DUE, "nano_ada");
    await backAndForth(market);
    expect((await market.state(id)).phase).toBe("open");
    expect(market.nano.received("nano_ada")).toBe(DUE);
  });

  test("at an unknown address is ignored", async () => {
    const market = new SmallMarket();
    const { id } = await market.unfunded();
    market.nano.pay("nano_somebody", DUE, "nano_pia");
    await backAndForth(market);
    expect((await market.state(id)).phase).toBe("unfunded");
    expect(await market.store.openLegs(0, 10)).toEqual([]);
  });
});

describe("a deposit counts once", () => {
  test.each([
    { what: "funded the contract", amount: DUE, back: 0n },
    { what: "went back", amount: 5n, back: 5n },
    { what: "did both", amount: DUE + 5n, back: 5n },
  ])("when it $what and is delivered again", async ({ amount, back }) => {
    const market = new SmallMarket();
    const { id, address } = await market.unfunded();
    market.nano.pay(address, amount, "nano_pia");
    const rail = through(market.nano, async (name, call, [sink, openHolds]) => {
      if (name !== "deposits") return call();
      const take = sink as (deposit: Deposit) => Promise<void>;
      return market.nano.deposits(async (deposit) => {
        await Promise.all([take(deposit), take(deposit)]);
        await take(deposit);
      }, openHolds as OpenHolds);
    });
    await takeDeposits(market.needs({ rails: [rail] }));
    await backAndForth(market);
    const types = await market.types(id);
    expect(types.filter((type) => type === "funded")).toHaveLength(amount >= DUE ? 1 : 0);
    expect(market.nano.received("nano_pia")).toBe(back);
  });

  test.each([DUE, DUE + 5n, 5n])(
    "if the process dies at any call, with %d paid",
    async (amount) => {
      for (let dies = 1; ; dies += 1) {
        const market = new SmallMarket();
        const { id, address } = await market.unfunded();
        market.nano.pay(address, amount, "nano_pia");
        const isDead = await dieAt(market, dies);
        await backAndForth(market);
        const state = await market.state(id);
        expect(state.phase).toBe(amount >= DUE ? "open" : "unfunded");
        const held = state.held[0]?.principal ?? 0n;
        expect(held + market.nano.received("nano_pia")).toBe(amount);
        expect(await market.nano.balance(XNO)).toBe(held);
        if (!isDead) break;
      }
    },
  );

  /** Runs it with a store that loses its n-th answer; false when there was no n-th. */
  async function dieAt(market: SmallMarket, dies: number): Promise<boolean> {
    let calls = 0;
    const store = through(market.store, async (_, call) => {
      const result = await call();
      calls += 1;
      if (calls === dies) throw new StoreUnavailable("gone");
      return result;
    });
    try {
      await takeDeposits(market.needs({ store }));
      return false;
    } catch (error) {
      expect(error).toBeInstanceOf(StoreUnavailable);
      return true;
    }
  }

  test("for two processes whose clocks disagree about the deadline", async () => {
    const market = new SmallMarket();
    const { id, address } = await market.unfunded();
    const deadlineMs = (await market.state(id)).deadline?.atMs ?? 0;
    market.nano.pay(address, DUE, "nano_pia");
    let isFirst = true;
    const late = market.needs({ clock: { nowMs: () => deadlineMs + 1 } });
    // The one that is in time has decided; before it stores, the late one sends the money back.
    const store = through(market.store, async (name, call) => {
      if (name === "commit" && isFirst) {
        isFirst = false;
        await takeDeposits(late);
      }
      return call();
    });
    await takeDeposits(market.needs({ store, clock: { nowMs: () => deadlineMs } }));
    await payLegs(market.needs());
    expect((await market.state(id)).phase).toBe("unfunded");
    expect(market.nano.received("nano_pia")).toBe(DUE);
    expect(await market.nano.balance(XNO)).toBe(0n);
  });
});

test("an unavailable network does not delay the others", async () => {
  const market = new SmallMarket();
  const { id, address } = await market.unfunded();
  market.nano.pay(address, DUE, "nano_pia");
  const silent = through(market.nano, async () => {
    throw new RailUnavailable("nobody there");
  });
  await takeDeposits(market.needs({ rails: [silent, market.nano] }));
  expect((await market.state(id)).phase).toBe("open");
});

test("a contract that was never funded holds nothing and owes nothing", async () => {
  const market = new SmallMarket();
  const { id } = await market.unfunded();
  market.nowMs += 3_600_000;
  await fireDeadlines(market.needs());
  expect((await market.state(id)).phase).toBe("canceled");
  expect(await market.store.legsOf(id)).toEqual([]);
});

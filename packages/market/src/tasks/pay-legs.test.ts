import { type ContractId, XNO } from "@bazaar/kernel";
import {
  AGENT,
  fulfilled,
  PRINCIPAL,
  rehearse,
  SERVER,
  SMALL_NEEDS,
  sampleTerms,
  through,
  units,
} from "@bazaar/testkit";
import { describe, expect, test } from "vitest";
import { codeOf, SmallMarket } from "../../test/small-market.ts";
import { RailUnavailable } from "../ports/rail.ts";
import { type LegMove, MAX_PAGE, type Store } from "../ports/store.ts";
import { recordAct } from "../record-act.ts";
import { fireDeadlines } from "./fire-deadlines.ts";
import { payLegs } from "./pay-legs.ts";
import { runTasks } from "./run-tasks.ts";
import { takeDeposits } from "./take-deposits.ts";

const xno = (text: string): bigint => units(text, XNO);

const ACCOUNTS = [
  [PRINCIPAL, "nano_pia"],
  [AGENT, "nano_ada"],
] as const;

/** Fulfilled on the slow rail; nothing is paid yet. Three legs: agent, principal, platform. */
async function fulfilledOnNano(
  market: SmallMarket,
  accounts: readonly (readonly [typeof AGENT, string])[] = ACCOUNTS,
  beforeTheEnd: () => Promise<void> = async () => undefined,
): Promise<ContractId> {
  const { id, address } = await market.unfunded();
  market.nano.pay(address, xno("0.67"), "nano_pia");
  await takeDeposits(market.needs());
  await market.must(AGENT, id, "bond");
  await runTasks(market.needs());
  market.nano.pay("nano-address-2", xno("0.67"), "nano_ada");
  await takeDeposits(market.needs());
  await market.must(AGENT, id, "accept");
  await market.must(AGENT, id, "fix", { fix: "make", explanation: "it was not made" });
  for (const [who, account] of accounts) await market.must(who, id, "set_account", { account });
  await beforeTheEnd();
  await market.must(PRINCIPAL, id, "verify", { success: true });
  return id;
}

/** Ended on the ledger in a process that left every payout to another one. */
async function orderedOnLedger(market: SmallMarket, contracts: number): Promise<void> {
  await market.grant("1000");
  for (let number = 0; number < contracts; number += 1) {
    await market.store.commit(fulfilled(rehearse(number)));
  }
}

/** What symmetric-bond pays for a fulfilled contract of 0.50. */
function expectPaid(market: SmallMarket): void {
  expect(market.nano.received("nano_ada")).toBe(xno("1.12"));
  expect(market.nano.received("nano_pia")).toBe(xno("0.17"));
  expect(market.nano.received("nano/platform")).toBe(xno("0.05"));
  expect(market.nano.sent()).toHaveLength(3);
}

/** The names of the calls that one pass makes to the store. */
async function callsOfPass(market: SmallMarket): Promise<readonly string[]> {
  const calls: string[] = [];
  const store: Store = through(market.store, (name, call) => {
    calls.push(name);
    return call();
  });
  await payLegs(market.needs({ store }));
  return calls;
}

async function statuses(market: SmallMarket, id: ContractId): Promise<readonly string[]> {
  return (await market.store.legsOf(id)).map(({ status }) => status);
}

describe("an ended contract", () => {
  test("pays every leg, to the last unit, and records it once with proofs", async () => {
    const market = new SmallMarket();
    const id = await fulfilledOnNano(market);
    await payLegs(market.needs());
    await payLegs(market.needs());
    expectPaid(market);
    expect(await market.nano.balance(XNO)).toBe(0n);
    const settled = (await market.store.entries(id)).filter(
      ({ entry }) => entry.type === "settled",
    );
    expect(settled).toHaveLength(1);
    const legs = await market.store.legsOf(id);
    expect(settled[0]?.entry.data.legs).toEqual([
      leg(0, AGENT.party, "agent", "1.12"),
      leg(1, PRINCIPAL.party, "principal", "0.17"),
      leg(2, market.needs().signer.party, "platform", "0.05"),
    ]);
    function leg(at: number, to: string, role: string, amount: string) {
      const proof = legs[at]?.proof;
      expect(proof).toBeTruthy();
      return { leg: `${id}/${at}`, to, role, amount, asset: "XNO", proof };
    }
  });

  test("is paid on the ledger, from its own hold, before its last act is answered", async () => {
    const market = new SmallMarket();
    const id = await market.fulfilled();
    expect(await statuses(market, id)).toEqual(["confirmed", "confirmed", "confirmed"]);
    expect((await market.store.load(id))?.signedPayees).toContain(AGENT.party);
    await payLegs(market.needs());
    expect(await market.types(id)).toContain("settled");
    const { ledger } = market.store;
    expect(await ledger.balance(AGENT.party, "XNO")).toBe(units("10.45"));
    expect(await ledger.balance(PRINCIPAL.party, "XNO")).toBe(units("9.5"));
    expect(await ledger.balance(SERVER.party, "XNO")).toBe(units("0.05"));
  });

  test("is never stored as sent if it is confirmed at once", async () => {
    const market = new SmallMarket();
    await orderedOnLedger(market, 1);
    const moves: string[] = [];
    const store = through(market.store, async (name, call, [, , to]) => {
      if (name === "moveLeg") moves.push((to as LegMove).status);
      return call();
    });
    await payLegs({ ...market.needs(), store });
    expect(new Set(moves)).toEqual(new Set(["signed", "confirmed"]));
  });

  test("is paid once by two processes at once", async () => {
    const market = new SmallMarket();
    const id = await fulfilledOnNano(market);
    await Promise.all([payLegs(market.needs()), payLegs(market.needs())]);
    for (let pass = 0; pass < 3; pass += 1) await payLegs(market.needs());
    expectPaid(market);
    expect((await market.types(id)).filter((type) => type === "settled")).toHaveLength(1);
  });

  test("has one leg of a pot on its way at a time", async () => {
    const market = new SmallMarket();
    market.nano.confirmsAtOnce = false;
    const id = await fulfilledOnNano(market);
    await payLegs(market.needs());
    // The two that wait for their turn cost nothing.
    expect(await callsOfPass(market)).toEqual(["openLegs", "settleable"]);
    expect(await statuses(market, id)).toEqual(["sent", "ordered", "ordered"]);
    for (let leg = 0; leg < 3; leg += 1) {
      market.nano.confirmAll();
      await payLegs(market.needs());
    }
    expectPaid(market);
    expect(await statuses(market, id)).toEqual(["confirmed", "confirmed", "confirmed"]);
  });

  test("never has two messages signed on one balance, by any process", async () => {
    const market = new SmallMarket();
    market.nano.confirmsAtOnce = false;
    const id = await fulfilledOnNano(market);
    let isFirst = true;
    // While one process prepares the first leg, another one pays it and prepares the second.
    const rail = through(market.nano, async (name, call) => {
      const result = await call();
      if (name === "prepare" && isFirst) {
        isFirst = false;
        await payLegs(market.needs());
        market.nano.confirmAll();
        await payLegs(market.needs());
      }
      return result;
    });
    await payLegs(market.needs({ rails: [rail] }));
    expect(await statuses(market, id)).toEqual(["confirmed", "sent", "ordered"]);
    expect(market.nano.sent()).toHaveLength(2);
  });
});

describe("if the process dies between two calls", () => {
  class Killed extends Error {}

  for (const when of ["before", "after"] as const) {
    for (const confirmsAtOnce of [true, false]) {
      const speed = confirmsAtOnce ? "quick" : "slow";
      test(`${when} a call has its effect, on a ${speed} network, each leg is paid once`, async () => {
        let deaths = 0;
        for (let dies = 1; ; dies += 1) {
          const market = new SmallMarket();
          market.nano.confirmsAtOnce = confirmsAtOnce;
          const id = await fulfilledOnNano(market);
          const isDead = await passes(market, killedAt(market, dies, when));
          if (isDead) deaths += 1;
          await passes(market, market.needs());
          expectPaid(market);
          expect((await market.types(id)).filter((type) => type === "settled")).toHaveLength(1);
          expect(await market.store.openLegs(0, 10)).toEqual([]);
          if (!isDead) break;
        }
        expect(deaths).toBeGreaterThan(20);
      });
    }
  }

  function killedAt(market: SmallMarket, dies: number, when: "before" | "after") {
    let calls = 0;
    const around = async (_: string, call: () => Promise<unknown>): Promise<unknown> => {
      calls += 1;
      const isLast = calls === dies;
      if (isLast && when === "before") throw new Killed();
      const result = await call();
      if (isLast) throw new Killed();
      return result;
    };
    return market.needs({
      store: through(market.store, around),
      rails: [through(market.nano, around)],
    });
  }

  /** Enough passes for every leg; true if the process died of one. */
  async function passes(market: SmallMarket, needs: ReturnType<SmallMarket["needs"]>) {
    try {
      for (let pass = 0; pass < 5; pass += 1) {
        await payLegs(needs);
        market.nano.confirmAll();
      }
      return false;
    } catch (error) {
      expect(error).toBeInstanceOf(Killed);
      return true;
    }
  }
});

describe("a network that does not respond", () => {
  test.each([
    { when: "before it has taken the message", isTaken: false },
    { when: "after it has taken the message", isTaken: true },
  ])("leaves the leg unknown, which is found out: $when", async ({ isTaken }) => {
    const market = new SmallMarket();
    const id = await fulfilledOnNano(market);
    const silent = through(market.nano, async (name, call) => {
      if (name !== "send") return call();
      if (isTaken) await call();
      throw new RailUnavailable("no answer");
    });
    await payLegs(market.needs({ rails: [silent] }));
    expect(await statuses(market, id)).toEqual(["unknown", "ordered", "ordered"]);
    await payLegs(market.needs({ rails: [silent] }));
    await payLegs(market.needs());
    expectPaid(market);
  });

  test("is asked for the message before it is sent again", async () => {
    const market = new SmallMarket();
    const id = await fulfilledOnNano(market);
    const calls: string[] = [];
    const silent = through(market.nano, async (name, call) => {
      calls.push(name);
      const result = await call();
      if (name === "send" && calls.filter((one) => one === "send").length === 1) {
        throw new RailUnavailable("no answer");
      }
      return result;
    });
    await payLegs(market.needs({ rails: [silent] }));
    calls.length = 0;
    calls.push("send");
    await payLegs(market.needs({ rails: [silent] }));
    expect(calls.slice(1, 2)).toEqual(["find"]);
    expect(await statuses(market, id)).toEqual(["confirmed", "confirmed", "confirmed"]);
    expectPaid(market);
  });

  test("after it accepted a message is asked, and gets no second message", async () => {
    const market = new SmallMarket();
    const id = await fulfilledOnNano(market);
    const calls: string[] = [];
    const silent = through(market.nano, async (name, call) => {
      calls.push(name);
      if (name === "find") throw new RailUnavailable("no answer");
      return call();
    });
    await payLegs(market.needs({ rails: [silent] }));
    expect(await statuses(market, id)).toEqual(["sent", "ordered", "ordered"]);
    await payLegs(market.needs({ rails: [silent] }));
    expect(calls.filter((name) => name === "send")).toHaveLength(1);
    await payLegs(market.needs());
    expectPaid(market);
  });

  test("and has lost the message gets the same one again", async () => {
    const market = new SmallMarket();
    const id = await fulfilledOnNano(market);
    const messages: unknown[] = [];
    const forgetful = through(market.nano, async (name, call, [message]) => {
      if (name === "send") {
        messages.push(message);
        return undefined;
      }
      return call();
    });
    await payLegs(market.needs({ rails: [forgetful] }));
    expect(await statuses(market, id)).toEqual(["sent", "ordered", "ordered"]);
    await payLegs(market.needs({ rails: [forgetful] }));
    expect(new Set(messages).size).toBe(1);
    await payLegs(market.needs());
    expectPaid(market);
  });

  test("does not delay other networks", async () => {
    const market = new SmallMarket();
    await fulfilledOnNano(market);
    await market.fulfilled(sampleTerms());
    const silent = through(market.nano, async () => {
      throw new RailUnavailable("no answer");
    });
    const [ledger] = market.needs().rails;
    await payLegs(market.needs({ rails: ledger === undefined ? [] : [silent, ledger] }));
    expect(await market.store.ledger.balance(AGENT.party, "XNO")).toBe(units("10.45"));
  });
});

describe("a leg without an account", () => {
  test("waits, and delays no other leg", async () => {
    const market = new SmallMarket();
    const id = await fulfilledOnNano(market, [[PRINCIPAL, "nano_pia"]]);
    await payLegs(market.needs());
    expect(await statuses(market, id)).toEqual(["ordered", "confirmed", "confirmed"]);
    expect(await market.types(id)).not.toContain("settled");
    await market.must(AGENT, id, "set_account", { account: "nano_ada" });
    await payLegs(market.needs());
    expectPaid(market);
    expect(await market.types(id)).toContain("settled");
  });

  test("is not read while it waits", async () => {
    const market = new SmallMarket();
    const id = await fulfilledOnNano(market, [[PRINCIPAL, "nano_pia"]]);
    await payLegs(market.needs());
    expect(await callsOfPass(market)).toEqual(["openLegs", "settleable"]);
    expect(await statuses(market, id)).toEqual(["ordered", "confirmed", "confirmed"]);
  });

  test("does not wait if the account was named meanwhile", async () => {
    const market = new SmallMarket();
    const id = await fulfilledOnNano(market, [[PRINCIPAL, "nano_pia"]]);
    const store = through(market.store, async (name, call) => {
      if (name === "letLegWait") {
        await market.must(AGENT, id, "set_account", { account: "nano_ada" });
      }
      return call();
    });
    await payLegs(market.needs({ store }));
    await payLegs(market.needs());
    expectPaid(market);
  });

  test("of the market is paid as soon as one is configured", async () => {
    const market = new SmallMarket();
    const id = await fulfilledOnNano(market);
    await payLegs(market.needs({ houseAccount: () => null }));
    expect(await statuses(market, id)).toEqual(["confirmed", "confirmed", "ordered"]);
    await payLegs(market.needs({ houseAccount: SMALL_NEEDS.houseAccount }));
    expectPaid(market);
  });

  test("waits if the named account is not valid on the network", async () => {
    const market = new SmallMarket();
    const id = await fulfilledOnNano(market, [
      [PRINCIPAL, "nano_pia"],
      [AGENT, "drop table"],
    ]);
    const strict = through(market.nano, async (name, call, [account]) =>
      name === "isAccount" && account === "drop table" ? false : call(),
    );
    await payLegs(market.needs({ rails: [strict] }));
    expect(await statuses(market, id)).toEqual(["ordered", "confirmed", "confirmed"]);
    await market.must(AGENT, id, "set_account", { account: "nano_ada" });
    await payLegs(market.needs({ rails: [strict] }));
    expectPaid(market);
  });

  test("can be given one until it is signed, not after", async () => {
    const market = new SmallMarket();
    market.nano.confirmsAtOnce = false;
    const id = await fulfilledOnNano(market);
    await market.must(AGENT, id, "set_account", { account: "nano_ada_2" });
    await payLegs(market.needs());
    const late = await market.act(AGENT, id, "set_account", { account: "nano_ada_3" });
    expect(codeOf(late)).toBe("account_fixed");
    expect(codeOf(await market.act(PRINCIPAL, id, "set_account", { account: "x" }))).toBe(
      "recorded",
    );
    market.nano.confirmAll();
    expect(market.nano.received("nano_ada_2")).toBe(xno("1.12"));
  });

  test("is not paid to an account that was replaced while it was signed", async () => {
    const market = new SmallMarket();
    const id = await fulfilledOnNano(market);
    let isFirst = true;
    const rail = through(market.nano, async (name, call) => {
      const result = await call();
      if (name === "prepare" && isFirst) {
        isFirst = false;
        await market.must(AGENT, id, "set_account", { account: "nano_ada_2" });
      }
      return result;
    });
    await payLegs(market.needs({ rails: [rail] }));
    await payLegs(market.needs());
    // The change was accepted, so the money goes where it says, and nowhere else.
    expect(market.nano.received("nano_ada_2")).toBe(xno("1.12"));
    expect(market.nano.received("nano_ada")).toBe(0n);
  });

  test("is not changed by an act decided before it was signed", async () => {
    const market = new SmallMarket();
    const id = await fulfilledOnNano(market);
    const entry = await market.sign(AGENT, id, "set_account", { account: "nano_ada_2" });
    let isFirst = true;
    const store = through(market.store, async (name, call) => {
      if (name === "commit" && isFirst) {
        isFirst = false;
        market.nano.confirmsAtOnce = false;
        await payLegs(market.needs());
      }
      return call();
    });
    const late = await recordAct(market.needs({ store }), { entry, contract: id });
    expect(codeOf(late)).toBe("account_fixed");
    market.nano.confirmAll();
    expect(market.nano.received("nano_ada")).toBe(xno("1.12"));
  });
});

test("an undue deposit is refunded although the contract is settled", async () => {
  const market = new SmallMarket();
  const id = await fulfilledOnNano(market);
  await payLegs(market.needs());
  market.nano.pay("nano-address-1", 5n, "nano_eve");
  await takeDeposits(market.needs());
  await payLegs(market.needs());
  expect(market.nano.received("nano_eve")).toBe(5n);
  expect((await market.types(id)).filter((type) => type === "settled")).toHaveLength(1);
});

test("dust that arrived before the end neither delays the settlement nor appears in it", async () => {
  const market = new SmallMarket();
  market.nano.confirmsAtOnce = false;
  const id = await fulfilledOnNano(market, [], async () => {
    for (let grain = 0; grain < 5; grain += 1) market.nano.pay("nano-address-1", 1n, "nano_eve");
    await takeDeposits(market.needs());
  });
  for (const [who, account] of ACCOUNTS) await market.must(who, id, "set_account", { account });
  for (let leg = 0; leg < 3; leg += 1) {
    await payLegs(market.needs());
    market.nano.confirmAll();
  }
  await payLegs(market.needs());
  expect(market.nano.received("nano_eve")).toBe(0n);
  const last = (await market.store.entries(id)).at(-1)?.entry;
  expect(last?.type).toBe("settled");
  expect(last?.data.legs).toHaveLength(3);
  for (let grain = 0; grain < 5; grain += 1) {
    await payLegs(market.needs());
    market.nano.confirmAll();
  }
  expect(market.nano.received("nano_eve")).toBe(5n);
});

test("dust is refunded while a payout waits for its account", async () => {
  const market = new SmallMarket();
  await fulfilledOnNano(market, []);
  market.nano.pay("nano-address-1", 1n, "nano_eve");
  await takeDeposits(market.needs());
  await payLegs(market.needs());
  expect(market.nano.received("nano_eve")).toBe(1n);
});

test("a pass is bounded, and the next one continues where it ended", async () => {
  const market = new SmallMarket();
  await orderedOnLedger(market, Math.ceil((MAX_PAGE + 1) / 3));
  // Nothing gets ahead without its rail, so every pass finds what the one before has found.
  const stuck = market.needs({ rails: [] });
  const afterNo = await payLegs(stuck);
  expect(afterNo).toBe(MAX_PAGE);
  expect(await payLegs(stuck, afterNo)).toBe(0);
  await payLegs(market.needs(), afterNo);
  expect(await market.store.openLegs(0, MAX_PAGE)).toHaveLength(MAX_PAGE);
  await payLegs(market.needs());
  expect(await market.store.openLegs(0, MAX_PAGE)).toEqual([]);
});

test("an agent that left is paid while the contract continues", async () => {
  const market = new SmallMarket();
  const id = await market.atWork();
  market.nowMs += 1_000_000;
  await fireDeadlines(market.needs());
  await payLegs(market.needs());
  expect(await market.store.ledger.balance(AGENT.party, "XNO")).toBe(units("9.9"));
  expect(await market.types(id)).not.toContain("settled");
});

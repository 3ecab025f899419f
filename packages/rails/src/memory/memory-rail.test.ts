import { XNO } from "@bazaar/kernel";
import { RailUnavailable } from "@bazaar/market/ports";
import { through } from "@bazaar/testkit";
import { railConformance } from "@bazaar/testkit/conformance";
import { expect, test } from "vitest";
import { MemoryRail } from "./memory-rail.ts";

for (const confirmsAtOnce of [true, false]) {
  const name = confirmsAtOnce ? "MemoryRail" : "MemoryRail with slow confirmations";
  railConformance(name, async () => {
    const network = new MemoryRail("nano");
    network.confirmsAtOnce = confirmsAtOnce;
    let failure: "before" | "after" | null = null;
    const rail = through(network, async (method, call) => {
      const when = method === "send" ? failure : null;
      failure = method === "send" ? null : failure;
      if (when === "before") throw new RailUnavailable("lost on the way there");
      const result = await call();
      if (when === "after") throw new RailUnavailable("lost on the way back");
      return result;
    });
    return {
      rail,
      asset: XNO,
      accounts: ["nano_ada", "nano_bob"],
      unusable: "",
      fill: async (_contract, _pot, amount) => void network.pay("elsewhere", amount, "nano_pia"),
      pay: async (address, amount, account) => void network.pay(address, amount, account),
      received: async (account) => network.received(account),
      confirm: async () => network.confirmAll(),
      failNextSend: (when) => {
        failure = when;
      },
    };
  });
}

test("the network accepts every signed message: a leg signed twice is paid twice", async () => {
  const network = new MemoryRail("nano");
  network.pay("elsewhere", 20n, "nano_pia");
  const leg = { key: "k", contract: "c", pot: 0, account: "nano_ada", asset: XNO, amount: 7n };
  for (const message of [await network.prepare(leg), await network.prepare(leg)]) {
    await network.send(message);
  }
  expect(network.received("nano_ada")).toBe(14n);
  expect(network.sent()).toEqual([leg, leg]);
});

test("a slow network reports pending until it confirms", async () => {
  const network = new MemoryRail("nano");
  network.confirmsAtOnce = false;
  network.pay("elsewhere", 7n, "nano_pia");
  const leg = { key: "k", contract: "c", pot: 0, account: "nano_ada", asset: XNO, amount: 7n };
  const message = await network.prepare(leg);
  await network.send(message);
  expect(await network.find(message)).toEqual({ is: "pending" });
  expect(network.received("nano_ada")).toBe(0n);
  network.confirmAll();
  expect(network.received("nano_ada")).toBe(7n);
  expect(await network.balance(XNO)).toBe(0n);
});

test("it cannot pay more than it holds", async () => {
  const network = new MemoryRail("nano");
  const leg = { key: "k", contract: "c", pot: 0, account: "nano_ada", asset: XNO, amount: 1n };
  const message = await network.prepare(leg);
  await expect(network.send(message)).rejects.toThrow("cannot pay 1");
});

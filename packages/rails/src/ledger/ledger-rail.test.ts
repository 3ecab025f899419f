import { holdAccount, WORLD } from "@bazaar/market/ports";
import { MemoryStore } from "@bazaar/store/memory";
import { TEST_XNO } from "@bazaar/testkit";
import { railConformance } from "@bazaar/testkit/conformance";
import { expect, test } from "vitest";
import { ledgerRail } from "./ledger-rail.ts";

railConformance("ledgerRail", async () => {
  const { ledger } = new MemoryStore();
  const asset = TEST_XNO.code;
  return {
    rail: ledgerRail(ledger),
    asset: TEST_XNO,
    accounts: ["ada", "bob"],
    unusable: "",
    fill: async (contract, pot, amount) => {
      const to = holdAccount(contract, pot);
      await ledger.transfer({ key: `fill/${to}`, from: WORLD, to, asset, amount });
    },
    pay: null,
    received: (account) => ledger.balance(account, asset),
    confirm: async () => undefined,
    failNextSend: null,
  };
});

test("a hold that does not cover what it owes is an internal error", async () => {
  const rail = ledgerRail(new MemoryStore().ledger);
  const leg = { key: "k", contract: "c", pot: 0, account: "ada", asset: TEST_XNO, amount: 1n };
  const message = await rail.prepare(leg);
  await expect(rail.send(message)).rejects.toThrow("does not hold what it owes");
  expect(await rail.find(message)).toEqual({ is: "absent" });
});

test("one contract is never paid from another's hold", async () => {
  const { ledger } = new MemoryStore();
  const rail = ledgerRail(ledger);
  const to = holdAccount("other", 0);
  await ledger.transfer({ key: "fill", from: WORLD, to, asset: "XNO", amount: 9n });
  const leg = { key: "k", contract: "c", pot: 0, account: "ada", asset: TEST_XNO, amount: 1n };
  await expect(rail.send(await rail.prepare(leg))).rejects.toThrow("does not hold");
  expect(await ledger.balance(to, "XNO")).toBe(9n);
  expect(await rail.balance(TEST_XNO)).toBe(9n);
});

import type { ContractState } from "@bazaar/kernel";
import { AGENT, sampleTerms, toyVerify } from "@bazaar/testkit";
import { expect, test } from "vitest";
import { SmallMarket } from "../../test/small-market.ts";
import type { Store, StoredContract } from "../ports/store.ts";
import { rebuild } from "./rebuild.ts";

test("states that follow from their entries are not reported", async () => {
  const market = new SmallMarket();
  await market.fulfilled();
  await market.inCourt(sampleTerms({ nonce: "2".padStart(64, "0") }));
  const rebuilt = await rebuild(market.store, toyVerify);
  expect(rebuilt).toEqual({ contracts: 2, entries: 10, differences: [] });
});

test.each([
  { what: "a phase", change: (state: ContractState) => ({ ...state, phase: "review" as const }) },
  { what: "a held unit", change: (state: ContractState) => ({ ...state, held: [] }) },
])("$what that nobody recorded is found", async ({ change }) => {
  const market = new SmallMarket();
  const id = await market.atWork();
  const list = async (...query: Parameters<Store["list"]>): Promise<readonly StoredContract[]> => {
    const stored = await market.store.list(...query);
    return stored.map((contract) => ({ ...contract, state: change(contract.state) }));
  };
  const entries: Store["entries"] = (...query) => market.store.entries(...query);
  const { differences } = await rebuild({ list, entries }, toyVerify);
  expect(differences).toEqual([{ contract: id, problem: "its state is different" }]);
});

test("a contract that a server changes meanwhile is not reported", async () => {
  const market = new SmallMarket();
  const id = await market.atWork();
  const list = async (...query: Parameters<Store["list"]>): Promise<readonly StoredContract[]> => {
    const stored = await market.store.list(...query);
    await market.must(AGENT, id, "message", { message: "still at it" });
    return stored;
  };
  const entries: Store["entries"] = (...query) => market.store.entries(...query);
  expect((await rebuild({ list, entries }, toyVerify)).differences).toEqual([]);
});

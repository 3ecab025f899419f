import { type ContractId, type Terms, XNO } from "@bazaar/kernel";
import {
  fulfilled,
  PRINCIPAL,
  rehearse,
  samplePot,
  sampleTerms,
  TEST_XNO,
  through,
  units,
} from "@bazaar/testkit";
import { expect, test } from "vitest";
import { SmallMarket } from "../../test/small-market.ts";
import type { Rail } from "../ports/rail.ts";
import { payLegs } from "../tasks/pay-legs.ts";
import { takeDeposits } from "../tasks/take-deposits.ts";
import { solvency } from "./solvency.ts";

const xno = (text: string): bigint => units(text, XNO);

/** 0.17 more is held for the court. */
function termsOf(number: number, bounty: string): Terms {
  const nonce = number.toString(16).padStart(64, "0");
  return sampleTerms({ nonce, pots: [samplePot({ bounty })] });
}

async function postEach(market: SmallMarket, count: number): Promise<readonly ContractId[]> {
  await market.grant("1000", [PRINCIPAL]);
  const ids: ContractId[] = [];
  for (let number = 1; number <= count; number += 1) {
    ids.push(await market.post(termsOf(number, `0.${String(number).padStart(3, "0")}`)));
  }
  return ids;
}

test("a market without contracts owes nothing on no rail", async () => {
  expect(await solvency(new SmallMarket().needs())).toEqual([]);
});

test("what open contracts hold is owed, and what parties have left, and the ledger holds both", async () => {
  const market = new SmallMarket();
  const [first, second] = [await market.atWork(), await market.post(termsOf(1, "0.2"))];
  expect(await solvency(market.needs())).toEqual([
    {
      rail: "ledger",
      asset: TEST_XNO,
      owedToContracts: units("1.71"),
      owedToAccounts: units("18.29"),
      held: units("20"),
      contracts: [
        { contract: first, owed: units("1.34") },
        { contract: second, owed: units("0.37") },
      ],
      moreContracts: 0,
    },
  ]);
});

test("an ended contract is owed nothing, and its rail is still shown", async () => {
  const market = new SmallMarket();
  await market.fulfilled();
  const [line, ...others] = await solvency(market.needs());
  expect(others).toEqual([]);
  expect(line).toMatchObject({ owedToContracts: 0n, contracts: [], moreContracts: 0 });
  expect(line).toMatchObject({ owedToAccounts: units("20"), held: units("20") });
});

test("a payout is owed until the network has confirmed it", async () => {
  const market = new SmallMarket();
  const { id, address } = await market.unfunded();
  market.nano.pay(address, xno("0.67"), "nano_pia");
  await takeDeposits(market.needs());
  await market.must(PRINCIPAL, id, "cancel");
  const owed = { rail: "nano", asset: XNO, owedToAccounts: 0n };
  expect(await solvency(market.needs())).toMatchObject([
    {
      ...owed,
      owedToContracts: xno("0.67"),
      held: xno("0.67"),
      contracts: [{ contract: id, owed: xno("0.67") }],
    },
  ]);
  await market.must(PRINCIPAL, id, "set_account", { account: "nano_pia" });
  await payLegs(market.needs());
  await payLegs(market.needs());
  expect(await solvency(market.needs())).toMatchObject([
    { ...owed, owedToContracts: 0n, held: 0n, contracts: [] },
  ]);
});

test("money that is missing on a rail shows, also where the market has lost the rail", async () => {
  const market = new SmallMarket();
  const { address } = await market.unfunded();
  market.nano.pay(address, xno("0.67"), "nano_pia");
  await takeDeposits(market.needs());
  const left = xno("0.66");
  const robbed: Rail = {
    ...through<Rail>(market.nano, (_, call) => call()),
    balance: async () => left,
  };
  for (const { rails, held } of [
    { rails: [robbed], held: left },
    { rails: [], held: 0n },
  ]) {
    const lines = await solvency(market.needs({ rails }));
    expect(lines).toMatchObject([{ rail: "nano", owedToContracts: xno("0.67"), held }]);
  }
});

test("rails and assets are counted for themselves", async () => {
  const market = new SmallMarket();
  await market.unfunded();
  await market.atWork(termsOf(1, "0.5"));
  const lines = await solvency(market.needs());
  expect(lines.map(({ rail, owedToContracts }) => [rail, owedToContracts]).toSorted()).toEqual([
    ["ledger", units("1.34")],
    ["nano", 0n],
  ]);
});

test("the hundred contracts that are owed most are named, and all are counted", async () => {
  const market = new SmallMarket();
  const ids = await postEach(market, 103);
  const [line] = await solvency(market.needs());
  expect(line?.contracts.map(({ contract }) => contract)).toEqual(ids.slice(3).toReversed());
  expect(line?.moreContracts).toBe(3);
  expect(line?.owedToContracts).toBe(units("5.356") + 103n * units("0.17"));
  expect(line!.owedToContracts + line!.owedToAccounts).toBe(line?.held);
});

test("payouts that another process left for later are owed, each once", async () => {
  const market = new SmallMarket();
  await market.grant("1000");
  for (let number = 0; number < 20; number += 1) {
    await market.store.commit(fulfilled(rehearse(number)));
  }
  const [line] = await solvency(market.needs());
  expect(line?.owedToContracts).toBe(20n * units("1.34"));
  expect(line!.owedToContracts + line!.owedToAccounts).toBe(line?.held);
  await payLegs(market.needs());
  expect(await solvency(market.needs())).toMatchObject([
    { owedToContracts: 0n, owedToAccounts: units("2000"), held: units("2000") },
  ]);
});

import { BOND_POT, type Leg, XNO } from "@bazaar/kernel";
import { AGENT, SMALL_NEEDS, TEST_XNO } from "@bazaar/testkit";
import { expect, test } from "vitest";
import { SmallMarket } from "../test/small-market.ts";
import { ledgerPayouts } from "./ledger-payouts.ts";
import { holdAccount } from "./ports/ledger.ts";

const market = new SmallMarket();
const state = await market.state(await market.atWork());

const leg = (changes: Partial<Leg>): Leg => ({
  key: "leg",
  contract: state.id,
  pot: 0,
  rail: "ledger",
  asset: TEST_XNO,
  amount: 7n,
  to: { role: "agent", party: AGENT.party, account: null },
  ...changes,
});

const HOUSE = { role: "platform", party: null, account: null } as const;

test.each<{ what: string; changes: Partial<Leg>; to: string }>([
  { what: "a party, to itself", changes: {}, to: AGENT.party },
  {
    what: "a party that sent too much, back to where it came from",
    changes: { to: { role: "sender", party: null, account: "from here" } },
    to: "from here",
  },
  { what: "the platform, to the market's account", changes: { to: HOUSE }, to: "ledger/platform" },
])("the ledger pays $what, in the transaction of the act", ({ changes, to }) => {
  const from = holdAccount(state.id, 0);
  expect(ledgerPayouts(SMALL_NEEDS, { state, legs: [leg(changes)] })).toEqual([
    { key: "leg", from, to, asset: "XNO", amount: 7n },
  ]);
});

test.each<{ what: string; changes: Partial<Leg>; house?: string | null }>([
  {
    what: "on another rail, although its account is known",
    changes: {
      rail: "nano",
      asset: XNO,
      to: { role: "agent", party: AGENT.party, account: "nano_ada" },
    },
  },
  { what: "to a role for which the market has no account", changes: { to: HOUSE }, house: null },
  { what: "to an account without a name", changes: { to: HOUSE }, house: "" },
])("a payout $what is left for later", ({ changes, house = "ledger/platform" }) => {
  const needs = { houseAccount: () => house };
  expect(ledgerPayouts(needs, { state, legs: [leg(changes)] })).toEqual([]);
});

test("every pot pays from what it holds, the bonds of arbiters from theirs", () => {
  const legs = [1, BOND_POT].map((pot) => leg({ key: `leg ${pot}`, pot }));
  const paid = ledgerPayouts(SMALL_NEEDS, { state, legs });
  expect(paid.map(({ key, from }) => [key, from])).toEqual(
    [1, BOND_POT].map((pot) => [`leg ${pot}`, holdAccount(state.id, pot)]),
  );
});

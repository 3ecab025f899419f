/** What arbiters hold while they sit, and where it goes. */
import {
  accepted,
  checkablePanel,
  deliberating,
  drawn,
  hearing,
  opening,
  PANEL,
  PRINCIPAL,
  type Story,
  seating,
  sitting,
  voting,
} from "@bazaar/testkit";
import { describe, expect, test } from "vitest";
import type { ContractState } from "../../contract/state.ts";
import { RATING } from "../../money/asset.ts";
import { BOND_POT, bondOf, bondsHeld, orderBonds } from "./bonds.ts";
import { panelTerms } from "./panel.ts";
import { panelOf } from "./proceedings.ts";

const receipts = { ...PANEL, court: panelTerms("receipts") };

/** The state of a panel that has closed with its arbiters in their seats. */
function closed(told: Story): ContractState {
  const { state } = told;
  const panel = { ...panelOf(state), stage: "closed" } as const;
  return { ...state, case: state.case === null ? null : { ...state.case, panel } };
}

const bondless: { when: string; state: () => ContractState }[] = [
  { when: "arbiters qualify by receipts", state: () => hearing(receipts).state },
  { when: "there is no case", state: () => accepted(PANEL).state },
  {
    when: "the check is run first",
    state: () => checkablePanel().act(PRINCIPAL, "dispute_filed").state,
  },
  { when: "there are tiers", state: () => deliberating().state },
  { when: "the panel has closed", state: () => closed(hearing()) },
];

test.each(bondless)("nothing is held when $when", ({ state: make }) => {
  const state = make();
  expect(bondOf(state, state.terms.principal)).toEqual([]);
  expect(bondsHeld(state)).toBe(0n);
  expect(orderBonds(state, () => true)).toEqual({ state, legs: [] });
});

test("an arbiter holds 25 rating points, apart from the pots of the terms", () => {
  const { state } = seating();
  const [party] = drawn(seating()).map((one) => one.party);
  if (party === undefined) throw new Error("nobody was drawn");
  expect(bondOf(state, party)).toEqual([
    { contract: state.id, pot: BOND_POT, side: "arbiter", party, asset: RATING, amount: 25n },
  ]);
});

test("those who were asked hold nothing; those who sit or have voted do", () => {
  const told = seating();
  expect(bondsHeld(told.state)).toBe(0n);
  const [first] = drawn(told);
  if (first === undefined) throw new Error("nobody was drawn");
  expect(bondsHeld(told.act(first, "arbiter_accept").state)).toBe(25n);
  expect(bondsHeld(hearing().state)).toBe(75n);
  const voted = voting();
  const [voter] = sitting(voted);
  if (voter === undefined) throw new Error("nobody sits");
  expect(bondsHeld(voted.act(voter, "vote").state)).toBe(75n);
  expect(bondsHeld(opening().state)).toBe(75n);
});

describe("bonds that are ordered", () => {
  test("go back to whom they belong, or are burned, each under a key of its own", () => {
    const state = { ...hearing().state, legs: 4 };
    const arbiters = panelOf(state).arbiters;
    const { state: next, legs } = orderBonds(state, ({ party }) => party === arbiters[1]?.party);
    const common = {
      contract: state.id,
      pot: BOND_POT,
      rail: "ledger",
      asset: RATING,
      amount: 25n,
    };
    const to = (at: number) => ({ role: "arbiter", party: arbiters[at]?.party, account: null });
    expect(legs).toEqual([
      { ...common, key: `${state.id}/4`, to: to(0) },
      { ...common, key: `${state.id}/5`, to: { role: "burn", party: null, account: null } },
      { ...common, key: `${state.id}/6`, to: to(2) },
    ]);
    expect(next).toEqual({ ...state, legs: 7 });
  });

  test("are none while nobody sits", () => {
    const { state } = seating();
    expect(orderBonds(state, () => true)).toEqual({ state, legs: [] });
  });
});

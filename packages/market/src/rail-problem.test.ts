import {
  BTC,
  ETH,
  type Pot,
  potOf,
  RATING,
  type RailName,
  ROWS,
  settle,
  type Terms,
  XNO,
} from "@bazaar/kernel";
import { MemoryRail } from "@bazaar/rails/memory";
import { SMALL_NEEDS, samplePot, sampleTerms } from "@bazaar/testkit";
import { expect, test } from "vitest";
import { HOUSE_PAID, railProblem } from "./rail-problem.ts";

const shares = { platformBps: 0n, author: null, referrer: null };
const fees = { tierFees: [], platformFeeBps: 0n, cancelFeeBps: 0n };

function paidAfterVerify(rail: RailName, asset = BTC): Pot {
  return potOf({ schedule: "pay-after-verify", asset, rail, bounty: 5n, ...shares }, false);
}

function escrowed(): Pot {
  const bond = { minBond: 1n, restitution: true };
  const schedule = "court-fees" as const;
  return potOf({ schedule, asset: ETH, rail: "evm", bounty: 5n, ...bond, ...fees }, false);
}

const { houseAccount } = SMALL_NEEDS;

const CANNOT = {
  evm: "this market cannot follow a contract on a chain yet",
  lightning: "this market cannot lock a payment yet",
  bolt11: "this market cannot check a payment that the principal makes itself yet",
};

test.each([
  { pot: samplePot({ rail: "nano" }), because: null },
  { pot: paidAfterVerify("nano", XNO), because: null },
  { pot: escrowed(), because: CANNOT.evm },
  { pot: paidAfterVerify("lightning"), because: CANNOT.lightning },
  { pot: paidAfterVerify("bolt11"), because: CANNOT.bolt11 },
])("a market with the rail $pot.rail says: $because", ({ pot, because }) => {
  const { rail } = pot;
  const terms = sampleTerms({ pots: [samplePot({ rail: "nano" }), pot] });
  const rails = [new MemoryRail("nano"), new MemoryRail(rail)];
  const refusal = { code: "unsupported_terms", dial: "money", value: rail, because };
  const expected = because === null ? null : { ok: false, refusal };
  expect(railProblem({ rails, houseAccount }, terms)).toEqual(expected);
});

test("a market without the rail says so, whatever its custody", () => {
  for (const pot of [samplePot(), paidAfterVerify("bolt11")]) {
    const needs = { rails: [new MemoryRail("nano")], houseAccount };
    expect(railProblem(needs, sampleTerms({ pots: [pot] }))).toEqual({
      ok: false,
      refusal: {
        code: "unsupported_terms",
        dial: "money",
        value: pot.rail,
        because: "this market does not have this rail",
      },
    });
  }
});

test.each([
  { pot: samplePot({ rail: "nano" }), lacks: "platform" },
  { pot: samplePot({ rail: "nano" }), lacks: "charity" },
  { pot: paidAfterVerify("nano", XNO), lacks: "platform" },
])("money that the $lacks could be paid is refused without its account", ({ pot, lacks }) => {
  const rails = [new MemoryRail("nano")];
  const terms = sampleTerms({ pots: [pot] });
  for (const account of [null, ""]) {
    const needs = {
      rails,
      houseAccount: (_: RailName, role: string) => (role === lacks ? account : role),
    };
    expect(railProblem(needs, terms)).toMatchObject({
      refusal: { because: `this market has no ${lacks} account on this rail` },
    });
  }
});

test("a role that the schedule never pays needs no account", () => {
  const needs = {
    rails: [new MemoryRail("nano")],
    houseAccount: (_: RailName, role: string) => (role === "platform" ? "nano_us" : null),
  };
  const terms: Terms = sampleTerms({ pots: [paidAfterVerify("nano", XNO)] });
  expect(railProblem(needs, terms)).toBeNull();
});

const percent = { tierFees: [1n, 1n, 1n], platformFeeBps: 1_000n, cancelFeeBps: 1_000n };
const bonded = {
  schedule: "court-fees",
  asset: ETH,
  rail: "evm",
  bounty: 500n,
  minBond: 100n,
} as const;
const shared = { schedule: "pay-after-verify", asset: BTC, rail: "bolt11", bounty: 500n } as const;
const points = { principal: 5n, agent: 5n };

test.each<{ pot: Pot }>([
  { pot: samplePot() },
  { pot: potOf({ ...bonded, ...percent, restitution: true }, true) },
  { pot: potOf({ ...bonded, ...percent, restitution: false }, true) },
  { pot: potOf({ ...shared, ...shares, platformBps: 1_000n }, false) },
  { pot: potOf({ schedule: "stake", asset: RATING, rail: "ledger", due: points }, true) },
])("no row of $pot.schedule pays another account of the market", ({ pot }) => {
  const paid = ROWS.flatMap((row) => {
    const outcome = {
      row,
      filer: "principal",
      isFeeDue: true,
      leaversPaid: 0n,
      price: null,
    } as const;
    return Object.entries(settle(pot, pot.due, outcome, []));
  });
  const roles = paid.filter(([, amount]) => amount > 0n).map(([role]) => role);
  const house = ["platform", "charity", "burn"].filter((role) => roles.includes(role));
  expect(HOUSE_PAID[pot.schedule]).toEqual(house);
});

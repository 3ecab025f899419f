import { BTC, ETH, type Pot, potOf, type RailName, XNO } from "@bazaar/kernel";
import { MemoryRail } from "@bazaar/rails/memory";
import { samplePot, sampleTerms } from "@bazaar/testkit";
import { expect, test } from "vitest";
import { railProblem } from "./rail-problem.ts";

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
  expect(railProblem({ rails }, terms)).toEqual(expected);
});

test("a market without the rail says so, whatever its custody", () => {
  for (const pot of [samplePot(), paidAfterVerify("bolt11")]) {
    expect(railProblem({ rails: [new MemoryRail("nano")] }, sampleTerms({ pots: [pot] }))).toEqual({
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

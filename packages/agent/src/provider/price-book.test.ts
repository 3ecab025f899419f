import { BTC, type JsonObject, type Pot, settle, type Terms, XNO } from "@bazaar/kernel";
import { budgetPot, RIVAL, SAMPLE_JOBS, sampleTerms } from "@bazaar/testkit";
import { expect, test } from "vitest";
import { quoteFor, USUAL_PRICES } from "./price-book.ts";

const SAT = 1_000n;

function terms(sats: bigint, payload: JsonObject = {}, asset = BTC, shares = {}): Terms {
  const none = { author: null, referrer: null };
  const pot = { ...budgetPot(), ...none, ...shares, asset, bounty: sats * SAT };
  const work = { kind: "review", spec: { payload } } as const;
  return { ...sampleTerms({}), pots: [pot], work } as Terms;
}

const share = (bps: bigint) => ({ party: RIVAL.party, bps });

const diff = "--- a/a\n+++ b/a\n--- a/b\n+++ b/b\n";

test.each([
  { schema: "oa.patch_gen.v1", budget: 10_000n, is: { price: "0.00003", sats: 3_000n } },
  { schema: "oa.code_review.v1", budget: 2_100n, is: { price: "0.000021", sats: 2_100n } },
  { schema: "oa.text_gen.v1", budget: 10n, is: { price: "0.0000001", sats: 10n } },
  { schema: "oa.new.v1", budget: 7n, is: { problem: expect.stringContaining("no price") } },
  { schema: "oa.patch_gen.v1", budget: 2_999n, is: { problem: expect.stringContaining("2999") } },
])("$schema for $budget sats", ({ schema, budget, is }) => {
  expect(quoteFor(USUAL_PRICES, schema, terms(budget, { diff }))).toEqual(is);
});

test.each([
  { payload: { max_tokens: 2_001n }, sats: 30n },
  { payload: { max_length: 8_000n }, sats: 20n },
  { payload: { max_length: 1_000_000n }, sats: 2_000n },
])("a text of at most $payload costs $sats sats", ({ payload, sats }) => {
  const asked = quoteFor(USUAL_PRICES, "oa.text_gen.v1", terms(10_000n, payload));
  expect(asked).toMatchObject({ sats });
});

test("a price stays at its most", () => {
  const many = { diff: "\n+++ b/a".repeat(1_000) };
  expect(quoteFor(USUAL_PRICES, "oa.code_review.v1", terms(100_000n, many))).toMatchObject({
    sats: 15_000n,
  });
});

test.each([
  { who: "an author", shares: { author: share(1_500n) }, sats: 3_600n },
  { who: "a referrer", shares: { referrer: share(500n) }, sats: 3_177n },
  { who: "both", shares: { author: share(1_500n), referrer: share(500n) }, sats: 3_858n },
])("a buyer that names $who pays its share, too: the provider keeps 90 %", ({ shares, sats }) => {
  const asked = quoteFor(USUAL_PRICES, "oa.patch_gen.v1", terms(10_000n, {}, BTC, shares));
  expect(asked).toMatchObject({ sats });
  const bounty = 10_000n * SAT;
  const pot = { ...budgetPot(), author: null, referrer: null, ...shares, bounty } as Pot;
  const none = { filer: null, isFeeDue: false, leaversPaid: 0n };
  const outcome = { row: "fulfilled", price: sats * SAT, ...none } as const;
  expect(settle(pot, { principal: bounty, agent: 0n }, outcome, []).agent).toBeGreaterThanOrEqual(
    2_700n * SAT,
  );
});

test("no price is enough where shares take all of it", () => {
  const all = { platformBps: 1_000n, author: share(9_000n) };
  expect(quoteFor(USUAL_PRICES, "oa.patch_gen.v1", terms(10_000n, {}, BTC, all))).toEqual({
    problem: expect.stringContaining("nothing"),
  });
});

test("no budget in other money is enough", () => {
  const asked = quoteFor(USUAL_PRICES, "oa.patch_gen.v1", terms(10n ** 30n, {}, XNO));
  expect(asked).toEqual({ problem: expect.stringContaining("the budget is in XNO") });
});

test("every schema has a price, and none is done for nothing", () => {
  for (const [id, { request }] of Object.entries(SAMPLE_JOBS)) {
    expect([id, quoteFor(USUAL_PRICES, id, terms(0n, request))]).toEqual([
      id,
      { problem: expect.stringContaining("the price is") },
    ]);
    expect(quoteFor(USUAL_PRICES, id, terms(20_000n, request))).toMatchObject({
      sats: expect.any(BigInt),
    });
  }
});

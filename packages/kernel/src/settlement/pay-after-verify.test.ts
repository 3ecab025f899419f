import { expect, test } from "vitest";
import { parseParty } from "../identity/party.ts";
import { invariant } from "../invariant.ts";
import { BTC } from "../money/asset.ts";
import { due } from "./due.ts";
import { type Outcome, ROWS, type Row } from "./outcome.ts";
import type { Cut, PayAfterVerifyPot } from "./pot.ts";
import { settle, settleSeat } from "./settle.ts";
import { sharesOf } from "./shares.ts";

function share(bps: bigint): Cut {
  const party = parseParty(`nostr:${"a".repeat(64)}`);
  invariant(party.ok, "the example party is well formed");
  return { party: party.value, bps };
}

function pot(changes: Partial<PayAfterVerifyPot> = {}): PayAfterVerifyPot {
  const parameters = {
    schedule: "pay-after-verify",
    asset: BTC,
    rail: "lightning",
    funds: "post",
    bounty: 1_000n,
    platformBps: 1_000n,
    author: share(1_500n),
    referrer: share(500n),
    ...changes,
  } as const;
  return { ...parameters, due: due(parameters, true) };
}

function outcome(row: Row, price: bigint | null = null): Outcome {
  return { row, filer: null, isFeeDue: true, leaversPaid: 0n, price };
}

function divided(row: Row, price: bigint | null, of = pot()) {
  return settle(of, of.due, outcome(row, price), []);
}

const PAYING: readonly Row[] = ["fulfilled", "ruled_fulfilled", "ruled_evil_principal"];
const RELEASING = ROWS.filter((row) => !PAYING.includes(row) && row !== "ruled_split");

test.each(PAYING)("%s shares out the price and returns the rest of the budget", (row) => {
  const expected = { principal: 100n, agent: 630n, author: 135n, platform: 90n, referrer: 45n };
  expect(divided(row, 900n)).toEqual(sharesOf(expected));
});

test("without a quote the whole bounty is the price", () => {
  const expected = { agent: 700n, author: 150n, platform: 100n, referrer: 50n };
  expect(divided("fulfilled", null)).toEqual(sharesOf(expected));
});

test("a price of nothing returns the whole budget", () => {
  expect(divided("fulfilled", 0n)).toEqual(sharesOf({ principal: 1_000n }));
});

test("an absent author and referrer leave their shares to the agent", () => {
  const alone = pot({ author: null, referrer: null });
  expect(divided("fulfilled", 900n, alone)).toEqual(
    sharesOf({ principal: 100n, agent: 810n, platform: 90n }),
  );
});

test("the agent keeps what rounding leaves over", () => {
  const expected = { principal: 981n, agent: 16n, author: 2n, platform: 1n, referrer: 0n };
  expect(divided("fulfilled", 19n)).toEqual(sharesOf(expected));
});

test("a split pays half the price, with the odd unit, shared out like a price", () => {
  const expected = { principal: 549n, agent: 317n, author: 67n, platform: 45n, referrer: 22n };
  expect(divided("ruled_split", 901n)).toEqual(sharesOf(expected));
});

test.each(RELEASING)("%s returns the whole budget", (row) => {
  expect(divided(row, 900n)).toEqual(sharesOf({ principal: 1_000n }));
});

test.each([1_001n, -1n])("a price of %s within a budget of 1000 is an internal error", (price) => {
  expect(() => divided("fulfilled", price)).toThrow(/would owe/);
});

test("a promised payment is held nowhere, so nothing is divided", () => {
  const nothing = { principal: 0n, agent: 0n };
  expect(settle(pot(), nothing, outcome("fulfilled"), [])).toEqual(sharesOf({}));
});

test("only the buyer deposits", () => {
  expect(pot().due).toEqual({ principal: 1_000n, agent: 0n });
});

test("anything the agent holds goes back to it", () => {
  expect(settleSeat(pot(), 7n, "seat_returned", 0n)).toEqual(sharesOf({ agent: 7n }));
  expect(settleSeat(pot(), 7n, "seat_left_late", 0n)).toEqual(sharesOf({ agent: 7n }));
  const held = { principal: 1_000n, agent: 7n };
  expect(settle(pot(), held, outcome("voided"), []).agent).toBe(7n);
  expect(settle(pot(), held, outcome("fulfilled"), []).agent).toBe(707n);
});

import { describe, expect, test } from "vitest";
import { InvariantViolation } from "../invariant.ts";
import { CREDIT } from "../money/asset.ts";
import { type Outcome, ROWS, type Row } from "./outcome.ts";
import type { SymmetricBondPot } from "./pot.ts";
import { payoutOrder, settle, settleSeat } from "./settle.ts";
import { ROLES, sharesOf, sumOf } from "./shares.ts";

const pot: SymmetricBondPot = {
  schedule: "symmetric-bond",
  asset: CREDIT,
  rail: "ledger",
  funds: "post",
  due: { principal: 117n, agent: 117n },
  bounty: 100n,
  judgeFee: 17n,
  tierFees: [2n, 5n],
  platformFeeBps: 1_000n,
  platformFeeMinimum: 1n,
  cancelFeeBps: 1_000n,
};

function outcome(row: Row): Outcome {
  return { row, filer: null, isFeeDue: false, leaversPaid: 0n, price: null };
}

describe("a division that does not add up crashes", () => {
  test("when more is held than the schedule divides", () => {
    const held = { principal: 118n, agent: 117n };
    expect(() => settle(pot, held, outcome("fulfilled"), [])).toThrow(
      new InvariantViolation("fulfilled under symmetric-bond pays 234 out of 235"),
    );
  });

  test("when less is held than the schedule divides", () => {
    const held = { principal: 117n, agent: 116n };
    expect(() => settle(pot, held, outcome("canceled"), [])).toThrow(
      new InvariantViolation("canceled under symmetric-bond pays 234 out of 233"),
    );
  });

  test("when a party would owe", () => {
    const greedy = { ...pot, cancelFeeBps: 12_000n };
    expect(() => settleSeat(greedy, 117n, "seat_left_late", 0n)).toThrow(
      new InvariantViolation("seat_left_late under symmetric-bond: agent would owe 13"),
    );
  });

  test("when a seat's deposit is not what the schedule takes", () => {
    expect(() => settleSeat(pot, 118n, "seat_left_late", 0n)).toThrow(
      new InvariantViolation("seat_left_late under symmetric-bond pays 117 out of 118"),
    );
  });

  test("when a tier ruled for which the pot names no fee", () => {
    const ruling = { outcome: "fulfilled", bench: "supreme", against: "principal" } as const;
    expect(() => settle(pot, pot.due, outcome("ruled_fulfilled"), [ruling])).toThrow(
      new InvariantViolation("supreme ruled, but the pot names no fee for it"),
    );
  });
});

test("without deposits nothing is divided", () => {
  const nothing = { principal: 0n, agent: 0n };
  expect(settle(pot, nothing, outcome("unclaimed"), [])).toEqual(sharesOf({}));
  expect(settleSeat(pot, 0n, "seat_left_late", 0n)).toEqual(sharesOf({}));
});

test("one deposit alone is divided", () => {
  const principalOnly = { principal: 117n, agent: 0n };
  expect(settle(pot, principalOnly, outcome("unclaimed"), [])).toEqual(
    sharesOf({ principal: 117n }),
  );
  expect(() => settle(pot, { principal: 0n, agent: 117n }, outcome("voided"), [])).toThrow(
    InvariantViolation,
  );
});

test("a sum counts every role once", () => {
  const one = Object.fromEntries(ROLES.map((role, index) => [role, 10n ** BigInt(index)]));
  expect(sumOf(sharesOf(one))).toBe(11_111_111n);
});

describe("who is paid first", () => {
  const agentFirst: readonly Row[] = [
    "fulfilled",
    "principal_left_late",
    "principal_silent_before_acceptance",
    "principal_silent_after_acceptance",
    "ruled_fulfilled",
    "ruled_split",
    "ruled_evil_principal",
  ];

  test.each(ROWS)("%s", (row) => {
    const sides = agentFirst.includes(row) ? ["agent", "principal"] : ["principal", "agent"];
    const others = ["platform", "oracle", "charity", "author", "referrer", "burn"];
    expect(payoutOrder({ row })).toEqual([...sides, ...others]);
  });
});

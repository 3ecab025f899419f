import { describe, expect, test } from "vitest";
import { XNO } from "../money/asset.ts";
import { type PotParameters, potOf } from "../settlement/due.ts";
import type { Outcome, Row, Side } from "../settlement/outcome.ts";
import { settle } from "../settlement/settle.ts";
import { ROLES } from "../settlement/shares.ts";
import {
  ANSWERS,
  type Answer,
  type Instance,
  lostBy,
  type Meaning,
  meaningOf,
  rowOfRuling,
} from "./answers.ts";
import type { Bench, Ruling, RulingOutcome } from "./ruling.ts";

const lines: { answer: Answer; first: string; appeal: string }[] = [
  { answer: "fulfilled", first: "ruled fulfilled", appeal: "ruled fulfilled" },
  { answer: "canceled", first: "ruled canceled", appeal: "ruled canceled" },
  { answer: "impossible", first: "ruled impossible", appeal: "ruled impossible" },
  { answer: "evil_agent", first: "ruled evil_agent", appeal: "ruled evil_agent" },
  { answer: "evil_principal", first: "ruled evil_principal", appeal: "ruled evil_principal" },
  { answer: "evil_both", first: "ruled evil_both", appeal: "ruled evil_both" },
  { answer: "split", first: "ruled split", appeal: "ruled split" },
  { answer: "pass", first: "ruled fulfilled", appeal: "never_asked" },
  { answer: "fail", first: "ruled canceled", appeal: "never_asked" },
  { answer: "no_verdict", first: "referred", appeal: "never_asked" },
  { answer: "for_agent", first: "ruled fulfilled", appeal: "ruled fulfilled" },
  { answer: "for_principal", first: "ruled canceled", appeal: "ruled canceled" },
  { answer: "mutual", first: "ruled mutual", appeal: "ruled mutual" },
  { answer: "unanswered_by_principal", first: "ruled fulfilled", appeal: "ruled fulfilled" },
  { answer: "unanswered_by_agent", first: "ruled canceled", appeal: "ruled canceled" },
  { answer: "answered", first: "ruled impossible", appeal: "ruled impossible" },
  { answer: "silent", first: "voided", appeal: "upheld" },
  { answer: "refused", first: "voided", appeal: "upheld" },
  { answer: "unreadable", first: "ruled impossible", appeal: "upheld" },
];

function inWords(meaning: Meaning): string {
  return meaning.is === "ruling" ? `ruled ${meaning.outcome}` : meaning.is;
}

test.each(lines)("$answer: $first, on appeal $appeal", ({ answer, first, appeal }) => {
  expect(inWords(meaningOf(answer, "first"))).toBe(first);
  expect(inWords(meaningOf(answer, "appeal"))).toBe(appeal);
});

test("every answer has a line", () => {
  expect(lines.map(({ answer }) => answer)).toEqual([...ANSWERS]);
});

describe("a ruling", () => {
  const rulings: { outcome: RulingOutcome; row: Row; lost: Ruling["against"] }[] = [
    { outcome: "fulfilled", row: "ruled_fulfilled", lost: "principal" },
    { outcome: "canceled", row: "ruled_canceled", lost: "agent" },
    { outcome: "impossible", row: "ruled_impossible", lost: "nobody" },
    { outcome: "evil_agent", row: "ruled_evil_agent", lost: "agent" },
    { outcome: "evil_principal", row: "ruled_evil_principal", lost: "principal" },
    { outcome: "evil_both", row: "ruled_evil_both", lost: "both" },
    { outcome: "mutual", row: "ruled_mutual", lost: "both" },
    { outcome: "split", row: "ruled_split", lost: "nobody" },
  ];

  test.each(rulings)("$outcome selects $row and is lost by $lost", ({ outcome, row, lost }) => {
    expect(rowOfRuling({ outcome })).toBe(row);
    expect(lostBy(outcome)).toBe(lost);
  });
});

describe("every answer under every schedule", () => {
  const common = { asset: XNO, rail: "ledger" } as const;
  const fees = { tierFees: [3n, 7n, 11n], platformFeeBps: 999n, cancelFeeBps: 1_001n };
  const parameters: PotParameters[] = [
    {
      ...common,
      ...fees,
      schedule: "symmetric-bond",
      bounty: 1_009n,
      judgeFee: 23n,
      platformFeeMinimum: 2n,
    },
    {
      ...common,
      ...fees,
      schedule: "court-fees",
      bounty: 1_009n,
      minBond: 1n,
      restitution: true,
    },
    {
      ...common,
      schedule: "pay-after-verify",
      bounty: 1_009n,
      platformBps: 1_000n,
      author: null,
      referrer: null,
    },
    { ...common, schedule: "stake", due: { principal: 31n, agent: 17n } },
  ];
  const pots = parameters.map((one) => potOf(one, true));

  const benchOf = (answer: Answer): Bench => {
    if (answer === "pass" || answer === "fail") return "replay";
    const isPanel = /^(for_|mutual|unanswered|answered)/.test(answer);
    return isPanel ? "panel" : "district";
  };

  const earlier: Ruling = { outcome: "canceled", bench: "district", against: "agent" };

  /** The row an answer can end in, with the rulings recorded by then; null if it is never given. */
  function endOf(answer: Answer, instance: Instance): { row: Row; rulings: Ruling[] } | null {
    const meaning = meaningOf(answer, instance);
    const before = instance === "first" ? [] : [earlier];
    switch (meaning.is) {
      case "ruling": {
        const { outcome } = meaning;
        const bench = instance === "first" ? benchOf(answer) : "appeals";
        const rulings = [...before, { outcome, bench, against: lostBy(outcome) }];
        return { row: rowOfRuling({ outcome }), rulings };
      }
      case "voided":
      case "referred":
        return { row: "voided", rulings: before };
      case "upheld":
        return { row: rowOfRuling(earlier), rulings: before };
      case "never_asked":
        return null;
    }
  }

  const pairs = ANSWERS.flatMap((answer) => pots.map((pot) => ({ answer, pot })));

  test.each(pairs)("$answer divides what $pot.schedule holds", ({ answer, pot }) => {
    const ends = [endOf(answer, "first"), endOf(answer, "appeal")].filter((end) => end !== null);
    expect(ends.length).toBeGreaterThan(0);
    for (const { row, rulings } of ends) {
      for (const filer of ["principal", "agent", null] satisfies (Side | null)[]) {
        const outcome: Outcome = { row, filer, isFeeDue: true, leaversPaid: 0n, price: null };
        const shares = settle(pot, pot.due, outcome, rulings);
        const paid = ROLES.reduce((sum, role) => sum + shares[role], 0n);
        expect(paid).toBe(pot.due.principal + pot.due.agent);
      }
    }
  });
});

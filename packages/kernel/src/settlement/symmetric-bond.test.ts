import { describe, expect, test } from "vitest";
import type { Bench, Ruling } from "../court/ruling.ts";
import { XNO } from "../money/asset.ts";
import { due } from "./due.ts";
import { type Outcome, ROWS, type Row, type SeatRow } from "./outcome.ts";
import type { SymmetricBondPot } from "./pot.ts";
import { settle, settleSeat } from "./settle.ts";
import { type Parts, sharesOf } from "./shares.ts";

/** A thousandth of one XNO, in raw. The numbers below are thousandths. */
const MILLI = 10n ** 27n;

function pot(bounty: bigint, hasCourt = true, unit = MILLI): SymmetricBondPot {
  const parameters = {
    schedule: "symmetric-bond",
    asset: XNO,
    rail: "nano",
    funds: "post",
    bounty: bounty * unit,
    judgeFee: 170n * MILLI,
    tierFees: [20n * MILLI, 50n * MILLI, 100n * MILLI],
    platformFeeBps: 1_000n,
    platformFeeMinimum: 2n * MILLI,
    cancelFeeBps: 1_000n,
  } as const;
  return { ...parameters, due: due(parameters, hasCourt) };
}

function outcome(row: Row, isFeeDue = false): Outcome {
  return { row, filer: "agent", isFeeDue, leaversPaid: 0n, price: null };
}

const DISTRICT = ruledBy("district");
const APPEALS = ruledBy("district", "appeals");
const SUPREME = ruledBy("district", "appeals", "supreme");

function ruledBy(...benches: Bench[]): Ruling[] {
  return benches.map((bench) => ({ bench, outcome: "canceled", against: "agent" }));
}

type Expected = readonly [principal: bigint, agent: bigint, platform: bigint, charity?: bigint];

function milli([principal, agent, platform, charity = 0n]: Expected): Parts {
  return sharesOf({
    principal: principal * MILLI,
    agent: agent * MILLI,
    platform: platform * MILLI,
    charity: charity * MILLI,
  });
}

describe("both sides hold 0.67 or 1.17 XNO", () => {
  const lines: {
    row: Row;
    rulings?: Ruling[];
    isFeeDue?: boolean;
    half: Expected;
    one: Expected;
  }[] = [
    { row: "fulfilled", half: [170n, 1120n, 50n], one: [170n, 2070n, 100n] },
    { row: "canceled", half: [620n, 670n, 50n], one: [1070n, 1170n, 100n] },
    { row: "unclaimed", half: [670n, 670n, 0n], one: [1170n, 1170n, 0n] },
    { row: "withdrawn", half: [670n, 670n, 0n], one: [1170n, 1170n, 0n] },
    { row: "agent_left_in_grace", half: [670n, 670n, 0n], one: [1170n, 1170n, 0n] },
    { row: "principal_left_in_grace", half: [670n, 670n, 0n], one: [1170n, 1170n, 0n] },
    { row: "principal_silent_before_acceptance", half: [670n, 670n, 0n], one: [1170n, 1170n, 0n] },
    {
      row: "principal_silent_after_acceptance",
      half: [620n, 670n, 50n],
      one: [1070n, 1170n, 100n],
    },
    { row: "agent_left_late", half: [670n, 570n, 100n], one: [1170n, 970n, 200n] },
    { row: "principal_left_late", half: [520n, 720n, 100n], one: [870n, 1270n, 200n] },
    { row: "voided", half: [670n, 670n, 0n], one: [1170n, 1170n, 0n] },

    { row: "unclaimed", isFeeDue: true, half: [620n, 670n, 50n], one: [1070n, 1170n, 100n] },
    { row: "withdrawn", isFeeDue: true, half: [620n, 670n, 50n], one: [1070n, 1170n, 100n] },
    {
      row: "agent_left_in_grace",
      isFeeDue: true,
      half: [620n, 670n, 50n],
      one: [1070n, 1170n, 100n],
    },
    {
      row: "principal_left_in_grace",
      isFeeDue: true,
      half: [620n, 670n, 50n],
      one: [1070n, 1170n, 100n],
    },
    {
      row: "principal_silent_before_acceptance",
      isFeeDue: true,
      half: [620n, 670n, 50n],
      one: [1070n, 1170n, 100n],
    },

    ...(["voided", "ruled_impossible", "ruled_mutual", "ruled_split"] as const).map((row) => ({
      row,
      isFeeDue: true,
      half: [620n, 670n, 50n] as const,
      one: [1070n, 1170n, 100n] as const,
    })),

    { row: "ruled_impossible", rulings: DISTRICT, half: [670n, 670n, 0n], one: [1170n, 1170n, 0n] },
    { row: "ruled_impossible", rulings: SUPREME, half: [670n, 670n, 0n], one: [1170n, 1170n, 0n] },
    { row: "ruled_mutual", rulings: DISTRICT, half: [670n, 670n, 0n], one: [1170n, 1170n, 0n] },
    { row: "ruled_split", rulings: DISTRICT, half: [670n, 670n, 0n], one: [1170n, 1170n, 0n] },
    {
      row: "ruled_fulfilled",
      rulings: ruledBy("replay"),
      half: [170n, 1120n, 50n],
      one: [170n, 2070n, 100n],
    },
    {
      row: "ruled_fulfilled",
      rulings: ruledBy("panel"),
      half: [170n, 1120n, 50n],
      one: [170n, 2070n, 100n],
    },
    {
      row: "ruled_fulfilled",
      rulings: DISTRICT,
      half: [150n, 1120n, 70n],
      one: [150n, 2070n, 120n],
    },
    {
      row: "ruled_fulfilled",
      rulings: ruledBy("replay", "district"),
      half: [150n, 1120n, 70n],
      one: [150n, 2070n, 120n],
    },
    {
      row: "ruled_fulfilled",
      rulings: APPEALS,
      half: [100n, 1120n, 120n],
      one: [100n, 2070n, 170n],
    },
    { row: "ruled_fulfilled", rulings: SUPREME, half: [0n, 1120n, 220n], one: [0n, 2070n, 270n] },
    {
      row: "ruled_canceled",
      rulings: DISTRICT,
      half: [620n, 650n, 70n],
      one: [1070n, 1150n, 120n],
    },
    {
      row: "ruled_canceled",
      rulings: SUPREME,
      half: [620n, 500n, 220n],
      one: [1070n, 1000n, 270n],
    },
    {
      row: "ruled_evil_agent",
      rulings: DISTRICT,
      half: [670n, 150n, 70n, 450n],
      one: [1170n, 150n, 120n, 900n],
    },
    {
      row: "ruled_evil_agent",
      rulings: SUPREME,
      half: [670n, 0n, 220n, 450n],
      one: [1170n, 0n, 270n, 900n],
    },
    {
      row: "ruled_evil_principal",
      rulings: DISTRICT,
      half: [150n, 670n, 70n, 450n],
      one: [150n, 1170n, 120n, 900n],
    },
    {
      row: "ruled_evil_principal",
      rulings: SUPREME,
      half: [0n, 670n, 220n, 450n],
      one: [0n, 1170n, 270n, 900n],
    },
    {
      row: "ruled_evil_both",
      rulings: DISTRICT,
      half: [150n, 150n, 90n, 950n],
      one: [150n, 150n, 140n, 1900n],
    },
    {
      row: "ruled_evil_both",
      rulings: SUPREME,
      half: [0n, 0n, 390n, 950n],
      one: [0n, 0n, 440n, 1900n],
    },
  ];

  test.each(lines)("$row after $rulings.length rulings, fee due: $isFeeDue", (line) => {
    const { row, rulings = [], isFeeDue, half, one } = line;
    for (const [bounty, expected] of [
      [500n, half],
      [1_000n, one],
    ] as const) {
      const of = pot(bounty);
      expect(settle(of, of.due, outcome(row, isFeeDue), rulings)).toEqual(milli(expected));
    }
  });

  test("every row has a line with hand-computed numbers", () => {
    expect(new Set(lines.map(({ row }) => row))).toEqual(new Set(ROWS));
  });

  const chargedOnce = ROWS.filter((row) =>
    lines.every((line) => line.row !== row || !line.isFeeDue),
  );

  test.each(chargedOnce)("%s charges the platform's fee no more for an earlier agent", (row) => {
    const of = pot(500n);
    const plain = settle(of, of.due, outcome(row), DISTRICT);
    expect(settle(of, of.due, outcome(row, true), DISTRICT)).toEqual(plain);
  });
});

describe("nobody holds a seat", () => {
  const open = { principal: 670n * MILLI, agent: 0n };

  test("an unclaimed bounty goes back whole", () => {
    expect(settle(pot(500n), open, outcome("unclaimed"), [])).toEqual(milli([670n, 0n, 0n]));
  });

  test("after a late leave it costs the platform's fee", () => {
    expect(settle(pot(500n), open, outcome("unclaimed", true), [])).toEqual(milli([620n, 0n, 50n]));
  });

  test("an ended row without the agent's deposit is an internal error", () => {
    expect(() => settle(pot(500n), open, outcome("fulfilled"), [])).toThrow(/fulfilled/);
  });
});

describe("one agent's seat", () => {
  const seats: { row: SeatRow; half: Expected; one: Expected }[] = [
    { row: "seat_returned", half: [0n, 670n, 0n], one: [0n, 1170n, 0n] },
    { row: "seat_left_late", half: [50n, 570n, 50n], one: [100n, 970n, 100n] },
  ];

  test.each(seats)("$row", ({ row, half, one }) => {
    expect(settleSeat(pot(500n), 670n * MILLI, row, 0n)).toEqual(milli(half));
    expect(settleSeat(pot(1_000n), 1_170n * MILLI, row, 0n)).toEqual(milli(one));
  });

  test.each([
    { leaversPaid: 0n, seat: [50n, 570n, 50n], ended: [670n, 570n, 100n] },
    { leaversPaid: 20n, seat: [30n, 590n, 50n], ended: [650n, 590n, 100n] },
    { leaversPaid: 50n, seat: [0n, 620n, 50n], ended: [620n, 620n, 100n] },
  ] satisfies { leaversPaid: bigint; seat: Expected; ended: Expected }[])(
    "a late leaver pays what is left of the principal's fee after $leaversPaid, at most C",
    (line) => {
      const leaversPaid = line.leaversPaid * MILLI;
      const of = pot(500n);
      expect(settleSeat(of, of.due.agent, "seat_left_late", leaversPaid)).toEqual(milli(line.seat));
      const late = { ...outcome("agent_left_late", true), leaversPaid };
      expect(settle(of, of.due, late, [])).toEqual(milli(line.ended));
    },
  );

  test("half a deposit goes back as it came", () => {
    expect(settleSeat(pot(500n), 3n * MILLI, "seat_returned", 0n)).toEqual(milli([0n, 3n, 0n]));
  });
});

describe("court none with a bounty of 0.50", () => {
  const lines: { row: Row; isFeeDue?: boolean; expected: Expected }[] = [
    { row: "fulfilled", expected: [0n, 450n, 50n] },
    { row: "canceled", expected: [450n, 0n, 50n] },
    { row: "unclaimed", expected: [500n, 0n, 0n] },
    { row: "unclaimed", isFeeDue: true, expected: [500n, 0n, 0n] },
    { row: "withdrawn", expected: [500n, 0n, 0n] },
    { row: "withdrawn", isFeeDue: true, expected: [500n, 0n, 0n] },
    { row: "agent_left_in_grace", expected: [500n, 0n, 0n] },
    { row: "principal_left_in_grace", expected: [500n, 0n, 0n] },
    { row: "agent_left_late", expected: [500n, 0n, 0n] },
    { row: "agent_left_late", isFeeDue: true, expected: [500n, 0n, 0n] },
    { row: "principal_left_late", expected: [450n, 0n, 50n] },
    { row: "principal_left_late", isFeeDue: true, expected: [450n, 0n, 50n] },
    { row: "principal_silent_before_acceptance", expected: [500n, 0n, 0n] },
    { row: "principal_silent_after_acceptance", expected: [450n, 0n, 50n] },
    { row: "voided", expected: [500n, 0n, 0n] },
    { row: "voided", isFeeDue: true, expected: [500n, 0n, 0n] },
    { row: "ruled_fulfilled", expected: [0n, 450n, 50n] },
    { row: "ruled_canceled", expected: [450n, 0n, 50n] },
    { row: "ruled_impossible", expected: [500n, 0n, 0n] },
    { row: "ruled_mutual", expected: [500n, 0n, 0n] },
    { row: "ruled_split", expected: [500n, 0n, 0n] },
    { row: "ruled_evil_agent", expected: [450n, 0n, 50n] },
    { row: "ruled_evil_principal", expected: [0n, 0n, 50n, 450n] },
    { row: "ruled_evil_both", expected: [0n, 0n, 50n, 450n] },
  ];

  test.each(lines)("$row, fee due: $isFeeDue", ({ row, isFeeDue, expected }) => {
    const of = pot(500n, false);
    expect(settle(of, of.due, outcome(row, isFeeDue), [])).toEqual(milli(expected));
  });

  test("every row has a line", () => {
    expect(new Set(lines.map(({ row }) => row))).toEqual(new Set(ROWS));
  });

  test("a seat without a deposit pays nothing, however it ends", () => {
    expect(settleSeat(pot(500n, false), 0n, "seat_returned", 0n)).toEqual(sharesOf({}));
    expect(settleSeat(pot(500n, false), 0n, "seat_left_late", 0n)).toEqual(sharesOf({}));
  });
});

describe("the fees of tiny bounties, in millionths of one XNO", () => {
  const MICRO = 10n ** 24n;
  const cases = [
    { bounty: 100n, fee: 100n, cancelFee: 10n, platformLate: 90n },
    { bounty: 2_000n, fee: 2_000n, cancelFee: 200n, platformLate: 1_800n },
    { bounty: 2_500n, fee: 2_000n, cancelFee: 250n, platformLate: 2_250n },
    { bounty: 2_600n, fee: 2_000n, cancelFee: 260n, platformLate: 2_260n },
    { bounty: 190_000n, fee: 19_000n, cancelFee: 19_000n, platformLate: 38_000n },
  ];

  test.each(cases)("$bounty: fee $fee, cancel fee $cancelFee", (line) => {
    const of = pot(line.bounty, true, MICRO);
    const done = settle(of, of.due, outcome("fulfilled"), []);
    expect(done.platform).toBe(line.fee * MICRO);

    const late = settle(of, of.due, outcome("principal_left_late"), []);
    expect(late.agent).toBe(of.due.agent + line.cancelFee * MICRO);
    expect(late.platform).toBe(line.platformLate * MICRO);
  });

  test("fees round down and the remainder stays with the payer", () => {
    const odd = { ...pot(19n, true, 1n), platformFeeMinimum: 0n };
    const shares = settleSeat(odd, odd.due.agent, "seat_left_late", 0n);
    expect(shares.principal).toBe(1n);
    expect(shares.platform).toBe(1n);
    expect(settle(odd, odd.due, outcome("canceled"), []).platform).toBe(1n);
  });
});

describe("what each side deposits", () => {
  test("bounty and judge fee from both", () => {
    expect(pot(500n).due).toEqual({ principal: 670n * MILLI, agent: 670n * MILLI });
  });

  test("with court none the bounty alone, from the principal alone", () => {
    expect(pot(500n, false).due).toEqual({ principal: 500n * MILLI, agent: 0n });
  });
});

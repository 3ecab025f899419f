import { describe, expect, test } from "vitest";
import type { Bench, Ruling } from "../court/ruling.ts";
import { ETH } from "../money/asset.ts";
import { due } from "./due.ts";
import { type Outcome, ROWS, type Row, type Side } from "./outcome.ts";
import type { CourtFeesPot } from "./pot.ts";
import { settle, settleSeat } from "./settle.ts";
import { sharesOf } from "./shares.ts";

function pot(changes: Partial<CourtFeesPot> = {}): CourtFeesPot {
  const parameters = {
    schedule: "court-fees",
    asset: ETH,
    rail: "evm",
    funds: "post",
    bounty: 1_000n,
    minBond: 300n,
    tierFees: [20n, 50n, 100n],
    platformFeeBps: 250n,
    cancelFeeBps: 1_000n,
    restitution: true,
    ...changes,
  } as const;
  return { ...parameters, due: due(parameters, true) };
}

function outcome(row: Row, filer: Side | null = null): Outcome {
  return { row, filer, isFeeDue: false, leaversPaid: 0n, price: null };
}

const DISTRICT = ruledBy("district");
const APPEALS = ruledBy("district", "appeals");
const SUPREME = ruledBy("district", "appeals", "supreme");

function ruledBy(...benches: Bench[]): Ruling[] {
  return benches.map((bench) => ({ bench, outcome: "canceled", against: "agent" }));
}

type Expected = readonly [
  principal: bigint,
  agent: bigint,
  platform: bigint,
  oracle?: bigint,
  charity?: bigint,
];

function shares([principal, agent, platform, oracle = 0n, charity = 0n]: Expected) {
  return sharesOf({ principal, agent, platform, oracle, charity });
}

describe("a bounty of 1000, court fees 170, a bond of 300", () => {
  const lines: {
    row: Row;
    filer?: Side;
    rulings?: Ruling[];
    changes?: Partial<CourtFeesPot>;
    expected: Expected;
  }[] = [
    { row: "fulfilled", expected: [170n, 1275n, 25n] },
    { row: "canceled", expected: [1145n, 300n, 25n] },
    { row: "unclaimed", expected: [1145n, 300n, 25n] },
    { row: "withdrawn", expected: [1145n, 300n, 25n] },
    { row: "principal_silent_before_acceptance", expected: [1145n, 300n, 25n] },
    { row: "principal_silent_after_acceptance", expected: [1145n, 300n, 25n] },
    { row: "voided", expected: [1145n, 300n, 25n] },
    { row: "agent_left_in_grace", expected: [1170n, 300n, 0n] },
    { row: "principal_left_in_grace", expected: [1170n, 300n, 0n] },
    { row: "agent_left_late", expected: [1245n, 200n, 25n] },
    { row: "principal_left_late", expected: [1045n, 400n, 25n] },

    { row: "ruled_fulfilled", rulings: ruledBy("replay"), expected: [170n, 1275n, 25n] },
    { row: "ruled_fulfilled", rulings: ruledBy("panel"), expected: [170n, 1275n, 25n] },
    { row: "ruled_fulfilled", rulings: DISTRICT, expected: [150n, 1275n, 25n, 20n] },
    { row: "ruled_fulfilled", rulings: APPEALS, expected: [100n, 1275n, 25n, 70n] },
    { row: "ruled_fulfilled", rulings: SUPREME, expected: [0n, 1275n, 25n, 170n] },
    { row: "ruled_canceled", rulings: DISTRICT, expected: [1145n, 280n, 25n, 20n] },
    { row: "ruled_canceled", rulings: SUPREME, expected: [1145n, 130n, 25n, 170n] },
    ...(["ruled_impossible", "ruled_mutual", "ruled_split"] as const).flatMap(
      (row): { row: Row; filer?: Side; rulings: Ruling[]; expected: Expected }[] => [
        { row, filer: "principal", rulings: DISTRICT, expected: [1125n, 300n, 25n, 20n] },
        { row, filer: "principal", rulings: SUPREME, expected: [975n, 300n, 25n, 170n] },
        { row, filer: "agent", rulings: DISTRICT, expected: [1145n, 280n, 25n, 20n] },
        { row, filer: "agent", rulings: SUPREME, expected: [1145n, 130n, 25n, 170n] },
        { row, rulings: DISTRICT, expected: [1125n, 300n, 25n, 20n] },
      ],
    ),
    { row: "ruled_evil_agent", rulings: DISTRICT, expected: [1170n, 0n, 25n, 20n, 255n] },
    { row: "ruled_evil_agent", rulings: SUPREME, expected: [1170n, 0n, 25n, 170n, 105n] },
    {
      row: "ruled_evil_agent",
      rulings: SUPREME,
      changes: { minBond: 180n },
      expected: [1155n, 0n, 25n, 170n, 0n],
    },
    {
      row: "ruled_evil_agent",
      rulings: SUPREME,
      changes: { minBond: 1n },
      expected: [1145n, 0n, 25n, 170n, 0n],
    },
    {
      row: "ruled_evil_agent",
      rulings: DISTRICT,
      changes: { restitution: false },
      expected: [170n, 0n, 25n, 20n, 1255n],
    },
    {
      row: "ruled_evil_agent",
      rulings: SUPREME,
      changes: { restitution: false },
      expected: [170n, 0n, 25n, 170n, 1105n],
    },
    { row: "ruled_evil_principal", rulings: DISTRICT, expected: [0n, 300n, 25n, 20n, 1125n] },
    { row: "ruled_evil_principal", rulings: SUPREME, expected: [0n, 300n, 25n, 170n, 975n] },
    { row: "ruled_evil_both", rulings: DISTRICT, expected: [0n, 0n, 25n, 20n, 1425n] },
    { row: "ruled_evil_both", rulings: SUPREME, expected: [0n, 0n, 25n, 170n, 1275n] },
  ];

  test.each(lines)("$row, filed by $filer, $rulings.length rulings, $changes", (line) => {
    const of = pot(line.changes);
    const divided = settle(of, of.due, outcome(line.row, line.filer), line.rulings ?? []);
    expect(divided).toEqual(shares(line.expected));
  });

  test("every row has a line with hand-computed numbers", () => {
    expect(new Set(lines.map(({ row }) => row))).toEqual(new Set(ROWS));
  });
});

describe("who pays the cancel fee, and from what", () => {
  test("an agent pays no more than its bond", () => {
    const small = pot({ minBond: 0n, tierFees: [10n, 20n, 30n] });
    const divided = settle(small, small.due, outcome("agent_left_late"), []);
    expect(divided).toEqual(shares([1095n, 0n, 25n]));
  });

  test("a principal pays no more than the bounty after the listing fee", () => {
    const dear = pot({ platformFeeBps: 9_500n });
    const divided = settle(dear, dear.due, outcome("principal_left_late"), []);
    expect(divided).toEqual(shares([170n, 350n, 950n]));
  });

  test("it rounds down and the remainder stays with the side that leaves", () => {
    const odd = pot({ bounty: 1_009n, platformFeeBps: 99n });
    const divided = settle(odd, odd.due, outcome("principal_left_late"), []);
    expect(divided).toEqual(shares([1_009n - 9n - 100n + 170n, 400n, 9n]));
  });

  test("a seat that ends late pays it to the principal, the rest goes back", () => {
    expect(settleSeat(pot(), 300n, "seat_left_late", 0n)).toEqual(shares([100n, 200n, 0n]));
    expect(settleSeat(pot(), 60n, "seat_left_late", 0n)).toEqual(shares([60n, 0n, 0n]));
    expect(settleSeat(pot(), 300n, "seat_returned", 0n)).toEqual(shares([0n, 300n, 0n]));
  });
});

test("a contract nobody took still pays for its listing", () => {
  const open = { principal: 1_170n, agent: 0n };
  expect(settle(pot(), open, outcome("unclaimed"), [])).toEqual(shares([1_145n, 0n, 25n]));
});

test("a bond above the minimum goes back whole", () => {
  const held = { principal: 1_170n, agent: 777n };
  expect(settle(pot(), held, outcome("fulfilled"), [])).toEqual(shares([170n, 1_752n, 25n]));
});

describe("what each side deposits", () => {
  test("the bond is the minimum where that covers the court fees", () => {
    expect(pot({ minBond: 171n }).due).toEqual({ principal: 1_170n, agent: 171n });
  });

  test("the bond is the court fees where they are more", () => {
    expect(pot({ minBond: 169n }).due).toEqual({ principal: 1_170n, agent: 170n });
  });
});

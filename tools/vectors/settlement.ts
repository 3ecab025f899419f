/**
 * The settlement vectors: every implementation of the schedules must divide them in the same way.
 *
 * Cases end a contract in one step. Chains let agents leave one after another before the end, with
 * running totals. The format is explained beside the file, in `spec/vectors/README.md`.
 */
import { lostBy, rowOfRuling } from "../../packages/kernel/src/court/answers.ts";
import {
  type Bench,
  type Ruling,
  type RulingOutcome,
  TIER_RULINGS,
  TIERS,
} from "../../packages/kernel/src/court/ruling.ts";
import {
  type Outcome,
  ROWS,
  type Row,
  type Side,
} from "../../packages/kernel/src/settlement/outcome.ts";
import type { CourtFeesPot, Sides } from "../../packages/kernel/src/settlement/pot.ts";
import { settle } from "../../packages/kernel/src/settlement/settle.ts";
import { settlementChains } from "./settlement-chains.ts";
import {
  BOUNTIES,
  JOB_POTS,
  type NamedPot,
  parametersOf,
  STAKE_POTS,
  symmetricBondPot,
  WEI_POTS,
  XNO_COURT_FEES_POTS,
} from "./settlement-pots.ts";

/** `unclaimed` is separate: no agent has bonded then. */
const UNRULED = ROWS.filter((row) => !row.startsWith("ruled_") && row !== "unclaimed");

interface End {
  readonly named: NamedPot;
  readonly row: Row;
  readonly rulings?: readonly Ruling[];
  readonly filer?: Side | null;
  readonly isFeeDue?: boolean;
  readonly leaversPaid?: bigint;
  readonly price?: bigint | null;
  readonly held?: Sides;
  /** What this case shows. */
  readonly note: string;
}

function vectorOf(end: End): object {
  const { named, row, rulings = [], filer = null, isFeeDue = false, price = null } = end;
  const { leaversPaid = 0n } = end;
  const { pot } = named;
  const held = end.held ?? pot.due;
  const outcome: Outcome = { row, filer, isFeeDue, leaversPaid, price };
  return {
    name: `${named.name}: ${end.note}`,
    schedule: pot.schedule,
    parameters: parametersOf(named),
    held,
    outcome,
    rulings: rulings.map(({ outcome, bench }) => ({ outcome, tier: bench })),
    shares: settle(pot, held, outcome, rulings),
  };
}

function ruled(bench: Bench, outcome: RulingOutcome): Ruling {
  return { outcome, bench, against: lostBy(outcome) };
}

/** Every ladder of one to three rulings: 6 + 36 + 216. */
function ladders(): readonly Ruling[][] {
  const longer = (ladder: Ruling[]): Ruling[][] => {
    const tier = TIERS[ladder.length];
    if (tier === undefined) return [];
    const next = TIER_RULINGS.map((outcome) => [...ladder, ruled(tier, outcome)]);
    return [...next, ...next.flatMap(longer)];
  };
  return longer([]).sort((one, other) => one.length - other.length);
}

function lastOf(ladder: readonly Ruling[]): RulingOutcome {
  return ladder.at(-1)?.outcome ?? "impossible";
}

function inWords(ladder: readonly Ruling[]): string {
  return ladder.map(({ bench, outcome }) => `${bench} ${outcome}`).join(", ");
}

function* symmetricBondEnds(): Generator<End> {
  for (const hasCourt of [true, false]) {
    for (const bounty of BOUNTIES) {
      const named = symmetricBondPot(bounty, hasCourt);
      yield* unruledEnds(named, [false, true]);
      if (hasCourt) yield* singleRulings(named);
    }
  }
  const named = symmetricBondPot("0.5", true);
  for (const ladder of ladders()) {
    yield* filedBy(named, ladder, "principal");
  }
}

function* courtFeesEnds(): Generator<End> {
  for (const named of XNO_COURT_FEES_POTS) {
    yield* unruledEnds(named, [false]);
    yield* singleRulings(named);
  }
  for (const named of WEI_POTS) {
    yield* unruledEnds(named, [false]);
    yield* singleRulings(named);
  }
  for (const named of WEI_POTS) {
    for (const ladder of ladders()) {
      yield* filedBy(named, ladder, "principal");
      if (lastOf(ladder) === "impossible") yield* filedBy(named, ladder, "agent");
      if (lastOf(ladder) === "evil_agent") {
        yield* filedBy(withoutRestitution(named), ladder, "principal");
      }
    }
  }
}

function withoutRestitution(named: NamedPot<CourtFeesPot>): NamedPot<CourtFeesPot> {
  return {
    ...named,
    name: `${named.name}, no restitution`,
    pot: { ...named.pot, restitution: false },
  };
}

function* filedBy(named: NamedPot, rulings: readonly Ruling[], filer: Side): Generator<End> {
  const row = rowOfRuling({ outcome: lastOf(rulings) });
  yield { named, row, rulings, filer, note: `${inWords(rulings)}, filed by the ${filer}` };
}

function* unruledEnds(named: NamedPot, feeDue: readonly boolean[]): Generator<End> {
  for (const isFeeDue of feeDue) {
    const note = isFeeDue ? " after a late leave" : "";
    for (const row of UNRULED) yield { named, row, isFeeDue, note: `${row}${note}` };
    const held = { principal: named.pot.due.principal, agent: 0n };
    const open = { named, row: "unclaimed", isFeeDue, held } as const;
    yield { ...open, note: `unclaimed, nobody bonded${note}` };
  }
}

/** One ruling of each bench that the ladders do not show, and one answer after a free re-run. */
function* singleRulings(named: NamedPot): Generator<End> {
  const rulings: readonly Ruling[][] = [
    ...TIER_RULINGS.map((outcome) => [ruled("district", outcome)]),
    [ruled("replay", "fulfilled")],
    [ruled("replay", "canceled")],
    [ruled("replay", "fulfilled"), ruled("district", "canceled")],
    [ruled("panel", "fulfilled")],
    [ruled("panel", "canceled")],
    [ruled("panel", "mutual")],
    [ruled("panel", "impossible")],
    [ruled("district", "split")],
  ];
  for (const ladder of rulings) yield* filedBy(named, ladder, "agent");
}

function* jobEnds(): Generator<End> {
  for (const named of JOB_POTS) {
    const prices = [null, 0n, 1n, 9_999n, named.pot.bounty];
    for (const price of prices) {
      const quoted = price === null ? "no quote" : `price ${price}`;
      const rows = price === 9_999n ? ROWS : (["fulfilled", "canceled", "ruled_split"] as const);
      for (const row of rows) yield { named, row, price, note: `${row}, ${quoted}` };
    }
  }
}

function* stakeEnds(): Generator<End> {
  for (const named of STAKE_POTS) {
    for (const row of ROWS) yield { named, row, note: row };
  }
}

/** Integers of any size are decimal strings: most readers of JSON would round them. */
function line(value: object): string {
  return JSON.stringify(value, (_, field) => (typeof field === "bigint" ? `${field}` : field));
}

/** A ladder of one ruling is also a single ruling; the file has it once. */
function unique(ends: Iterable<End>): End[] {
  const seen = new Map<string, End>();
  for (const end of ends) seen.set(`${end.named.name}: ${end.note}`, end);
  return [...seen.values()];
}

export function settlementVectors(): string {
  const ends = [symmetricBondEnds(), courtFeesEnds(), jobEnds(), stakeEnds()].flatMap((some) =>
    unique(some),
  );
  const cases = ends.map((end) => line(vectorOf(end)));
  const chains = settlementChains().map(line);
  return `{"cases":[\n${cases.join(",\n")}\n],"chains":[\n${chains.join(",\n")}\n]}\n`;
}

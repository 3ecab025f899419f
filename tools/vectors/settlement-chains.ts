/** Chains: agents leave one after another, then the contract ends. Nothing may be lost between. */
import type { Ruling } from "../../packages/kernel/src/court/ruling.ts";
import { type Row, SEAT_ROWS, type SeatRow } from "../../packages/kernel/src/settlement/outcome.ts";
import { settle, settleSeat } from "../../packages/kernel/src/settlement/settle.ts";
import { type Shares, sumOf } from "../../packages/kernel/src/settlement/shares.ts";
import {
  JOB_POTS,
  type NamedPot,
  parametersOf,
  STAKE_POTS,
  symmetricBondPot,
} from "./settlement-pots.ts";

/** Agents in the longest chain. */
const MAX_AGENTS = 5;

interface Totals {
  readonly deposited: bigint;
  readonly paid: bigint;
}

interface ChainEnd {
  readonly row: Row;
  /** Whether another agent sits when the contract ends. */
  readonly isSeated: boolean;
  readonly rulings?: readonly Ruling[];
}

const DISTRICT: readonly Ruling[] = [
  { outcome: "evil_agent", bench: "district", against: "agent" },
];

const UNCLAIMED: ChainEnd = { row: "unclaimed", isSeated: false };

const SEATED_ENDS: readonly ChainEnd[] = [
  { row: "fulfilled", isSeated: true },
  { row: "canceled", isSeated: true },
  { row: "withdrawn", isSeated: true },
  { row: "principal_left_in_grace", isSeated: true },
  { row: "agent_left_in_grace", isSeated: true },
  { row: "principal_left_late", isSeated: true },
  { row: "agent_left_late", isSeated: true },
  { row: "principal_silent_before_acceptance", isSeated: true },
  { row: "voided", isSeated: true },
  { row: "ruled_evil_agent", isSeated: true, rulings: DISTRICT },
];

function chainOf(named: NamedPot, seats: readonly SeatRow[], end: ChainEnd): object {
  const { pot } = named;
  const { principal, agent } = pot.due;
  let totals: Totals = { deposited: principal, paid: 0n };
  const after = (deposited: bigint, shares: Shares): { shares: Shares; totals: object } => {
    totals = { deposited: totals.deposited + deposited, paid: totals.paid + sumOf(shares) };
    return { shares, totals: { ...totals, stillHeld: totals.deposited - totals.paid } };
  };

  let leaversPaid = 0n;
  const steps = seats.map((seat) => {
    const shares = settleSeat(pot, agent, seat, leaversPaid);
    const step = { seat, held: pot.due, leaversPaid, ...after(agent, shares) };
    leaversPaid += shares.principal;
    return step;
  });
  const held = { principal, agent: end.isSeated ? agent : 0n };
  const rulings = pot.schedule === "symmetric-bond" ? (end.rulings ?? []) : [];
  const isFeeDue = seats.includes("seat_left_late");
  const outcome = { row: end.row, filer: null, isFeeDue, leaversPaid, price: null };
  return {
    name: `${named.name}: ${[...seats, end.row].join(", ")}`,
    schedule: pot.schedule,
    parameters: parametersOf(named),
    steps,
    end: {
      held,
      outcome,
      rulings: rulings.map(({ outcome, bench }) => ({ outcome, tier: bench })),
      ...after(held.agent, settle(pot, held, outcome, rulings)),
    },
  };
}

/** Every way in which that many agents can leave. */
function seatsOf(agents: number): readonly SeatRow[][] {
  if (agents === 0) return [[]];
  return seatsOf(agents - 1).flatMap((seats) => SEAT_ROWS.map((row) => [...seats, row]));
}

export function settlementChains(): object[] {
  const half = symmetricBondPot("0.5", true);
  const lengths = Array.from({ length: MAX_AGENTS }, (_, index) => index + 1);

  const everyWay = lengths.flatMap((agents) =>
    seatsOf(agents).map((seats) => chainOf(half, seats, UNCLAIMED)),
  );
  // The last of the agents is the one who sits at the end; one agent alone is a case, not a chain.
  const everyEnd = lengths.slice(1).flatMap((agents) => {
    const seats = Array.from({ length: agents - 1 }, (): SeatRow => "seat_left_late");
    return SEATED_ENDS.map((end) => chainOf(half, seats, end));
  });
  const others = [
    symmetricBondPot("0.5", false),
    symmetricBondPot("0.0025", true),
    ...JOB_POTS.slice(0, 1),
    ...STAKE_POTS.slice(0, 1),
  ].flatMap((named) =>
    [UNCLAIMED, ...SEATED_ENDS]
      .filter(({ row }) => named.hasCourt || row !== "ruled_evil_agent")
      .map((end) => chainOf(named, ["seat_left_late", "seat_returned"], end)),
  );
  return [...everyWay, ...everyEnd, ...others];
}

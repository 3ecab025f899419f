/**
 * The symmetric bond: each side stakes the bounty and a judge fee, so each has as much to lose.
 *
 * With court `none` nobody can be judged, so the agent stakes nothing and there is no judge fee.
 * The same table serves both; `WITHOUT_COURT` holds the lines that would take from a stake the
 * agent does not have.
 */
import { courtCost } from "./court-cost.ts";
import type { Outcome, Row, SeatRow } from "./outcome.ts";
import type { Sides, SymmetricBondPot } from "./pot.ts";
import { BPS, least, most, type Schedule, type Table } from "./schedule.ts";
import type { Parts } from "./shares.ts";

/** An agent who leaves late pays the cancel fee up to twice, and may never owe more than its stake. */
export const MAX_CANCEL_FEE_BPS = BPS / 2n;

interface Variables {
  /** The bounty. */
  readonly B: bigint;
  /** The judge fee that each side holds: at least the sum of the tiers. */
  readonly J: bigint;
  /** The agent's whole deposit: B + J, or nothing with court `none`. */
  readonly A: bigint;
  /** What the agent holds now: A, or less before its deposit is complete. */
  readonly H: bigint;
  /** The platform's fee. */
  readonly F: bigint;
  /** F where an earlier agent's late leave made it due; without a court a leave costs nothing. */
  readonly f: bigint;
  /** The cancel fee: one part to the side that was left, one to the platform. */
  readonly C: bigint;
  /** What the principal gets of an agent that leaves late: C, until its own fee is paid for. */
  readonly r: bigint;
  /** The platform's part when the principal leaves late. The agent's C comes first. */
  readonly p: bigint;
  /** The fees of all tiers that ruled. */
  readonly W: bigint;
}

const ROWS: Table<Row, Variables> = {
  fulfilled: ({ B, J, A, F }) => ({ principal: J, agent: B - F + A, platform: F }),
  canceled: ({ B, J, A, F }) => ({ principal: B - F + J, agent: A, platform: F }),

  unclaimed: returned,
  withdrawn: returned,
  agent_left_in_grace: returned,
  principal_left_in_grace: returned,

  // W: who leaves by a case that it filed pays the court too.
  agent_left_late: ({ B, J, F, C, r, W }) => ({
    principal: B - F + J + r,
    agent: B - C - r + J - W,
    platform: F + C + W,
  }),
  principal_left_late: ({ B, J, A, C, p, W }) => ({
    principal: B - C - p + J - W,
    agent: A + C,
    platform: p + W,
  }),
  principal_silent_before_acceptance: returned,
  principal_silent_after_acceptance: ({ B, J, A, F }) => ({
    principal: B - F + J,
    agent: A,
    platform: F,
  }),

  voided: returned,
  ruled_impossible: returned,
  ruled_mutual: returned,
  ruled_split: returned,

  ruled_fulfilled: ({ B, J, A, F, W }) => ({
    principal: J - W,
    agent: B - F + A,
    platform: F + W,
  }),
  ruled_canceled: ({ B, J, A, F, W }) => ({
    principal: B - F + J,
    agent: A - W,
    platform: F + W,
  }),
  ruled_evil_agent: ({ B, J, F, W }) => ({
    principal: B + J,
    agent: J - W,
    platform: F + W,
    charity: B - F,
  }),
  ruled_evil_principal: ({ B, J, A, F, W }) => ({
    principal: J - W,
    agent: A,
    platform: F + W,
    charity: B - F,
  }),
  ruled_evil_both: ({ B, J, F, W }) => ({
    principal: J - W,
    agent: J - W,
    platform: F + 2n * W,
    charity: 2n * B - F,
  }),
};

/** Each side gets its own back, less the fee that an earlier agent's late leave made due. */
function returned({ B, J, H, f }: Variables): Parts {
  return { principal: B - f + J, agent: H, platform: f };
}

/** No court ever rules here: the two evil lines only keep the table total. */
const WITHOUT_COURT: Table<Row, Variables> = {
  ...ROWS,
  agent_left_late: ({ B }) => ({ principal: B }),
  principal_left_late: ({ B, F }) => ({ principal: B - F, platform: F }),
  ruled_evil_agent: ({ B, F }) => ({ principal: B - F, platform: F }),
  ruled_evil_both: ({ B, F }) => ({ platform: F, charity: B - F }),
};

/** With court `none` a seat holds nothing, and nothing is never divided. */
const SEAT_ROWS: Table<SeatRow, Variables> = {
  seat_returned: ({ H }) => ({ agent: H }),
  seat_left_late: ({ B, J, C, r }) => ({ principal: r, agent: B - C - r + J, platform: C }),
};

export function symmetricBondDue(
  { bounty, judgeFee }: Pick<SymmetricBondPot, "bounty" | "judgeFee">,
  hasCourt: boolean,
): Sides {
  if (!hasCourt) return { principal: bounty, agent: 0n };
  return { principal: bounty + judgeFee, agent: bounty + judgeFee };
}

export const symmetricBond: Schedule<SymmetricBondPot> = {
  divide(pot, held, { row, isFeeDue, leaversPaid }, rulings) {
    const W = courtCost(pot.tierFees, rulings);
    const table = agentStakes(pot) ? ROWS : WITHOUT_COURT;
    return table[row](variables(pot, held.agent, { isFeeDue, leaversPaid, W }));
  },

  divideSeat(pot, heldByAgent, row, leaversPaid) {
    const before = { isFeeDue: false, leaversPaid, W: 0n };
    return SEAT_ROWS[row](variables(pot, heldByAgent, before));
  },
};

function agentStakes(pot: SymmetricBondPot): boolean {
  return pot.due.agent > 0n;
}

function variables(
  pot: SymmetricBondPot,
  H: bigint,
  before: Pick<Outcome, "isFeeDue" | "leaversPaid"> & Pick<Variables, "W">,
): Variables {
  const B = pot.bounty;
  const J = agentStakes(pot) ? pot.judgeFee : 0n;
  const A = pot.due.agent;
  // Rounded down: the remainder stays with the side that pays the fee.
  const F = least(most((B * pot.platformFeeBps) / BPS, pot.platformFeeMinimum), B);
  // Rounded down: the remainder stays with the side that leaves.
  const C = (B * pot.cancelFeeBps) / BPS;
  const p = least(F + C, B - C);
  const r = least(C, F - before.leaversPaid);
  const f = before.isFeeDue && agentStakes(pot) ? F : 0n;
  return { B, J, A, H, F, f, C, r, p, W: before.W };
}

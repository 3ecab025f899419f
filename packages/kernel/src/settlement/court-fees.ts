/**
 * Court fees in advance: the principal holds the bounty and the fees of every tier, the agent a
 * bond that covers those fees.
 *
 * The platform's fee is for listing and is due unless someone leaves within grace. Tier fees go to
 * the oracle. Nothing reopens after acceptance here, so an earlier agent never makes a fee due.
 */
import { courtCost, sumOfFees } from "./court-cost.ts";
import type { Row, SeatRow, Side } from "./outcome.ts";
import type { CourtFeesPot, Sides } from "./pot.ts";
import { BPS, least, most, type Schedule, type Table } from "./schedule.ts";
import type { Parts } from "./shares.ts";

interface Variables {
  /** The bounty. */
  readonly B: bigint;
  /** The fees of all tiers, held by the principal. */
  readonly P: bigint;
  /** The agent's bond, as held: nothing while there is no agent, else at least P. */
  readonly A: bigint;
  /** The platform's listing fee. */
  readonly PF: bigint;
  /** The bounty after that fee. */
  readonly N: bigint;
  /** The cancel fee, limited to what its payer has. */
  readonly CF: bigint;
  /** The fees of all tiers that ruled. */
  readonly W: bigint;
  /** As much of PF as a forfeited bond can pay. */
  readonly x: bigint;
  readonly filer: Side | null;
  readonly restitution: boolean;
}

const ROWS: Table<Row, Variables> = {
  fulfilled: ({ P, A, PF, N }) => ({ principal: P, agent: N + A, platform: PF }),
  canceled: listed,
  unclaimed: listed,
  withdrawn: listed,
  principal_silent_before_acceptance: listed,
  principal_silent_after_acceptance: listed,
  voided: listed,

  agent_left_in_grace: ({ B, P, A }) => ({ principal: B + P, agent: A }),
  principal_left_in_grace: ({ B, P, A }) => ({ principal: B + P, agent: A }),
  agent_left_late: ({ P, A, PF, N, CF }) => ({
    principal: N + P + least(CF, A),
    agent: A - least(CF, A),
    platform: PF,
  }),
  principal_left_late: ({ P, A, PF, N, CF }) => ({
    principal: N - least(CF, N) + P,
    agent: A + least(CF, N),
    platform: PF,
  }),

  ruled_fulfilled: ({ P, A, PF, N, W }) => ({
    principal: P - W,
    agent: N + A,
    platform: PF,
    oracle: W,
  }),
  ruled_canceled: ({ P, A, PF, N, W }) => ({
    principal: N + P,
    agent: A - W,
    platform: PF,
    oracle: W,
  }),
  ruled_impossible: filerPays,
  ruled_mutual: filerPays,
  ruled_split: filerPays,
  ruled_evil_agent: ({ B, P, A, PF, N, W, x, restitution }) =>
    restitution
      ? { principal: B - (PF - x) + P, platform: PF, oracle: W, charity: A - W - x }
      : { principal: P, platform: PF, oracle: W, charity: A - W + N },
  ruled_evil_principal: ({ P, A, PF, N, W }) => ({
    agent: A,
    platform: PF,
    oracle: W,
    charity: P - W + N,
  }),
  ruled_evil_both: ({ P, A, PF, N, W }) => ({
    platform: PF,
    oracle: W,
    charity: A + P + N - W,
  }),
};

const SEAT_ROWS: Table<SeatRow, Variables> = {
  seat_returned: ({ A }) => ({ agent: A }),
  seat_left_late: ({ A, CF }) => ({ principal: least(CF, A), agent: A - least(CF, A) }),
};

/** Each side gets its own back, less the listing fee. */
function listed({ P, A, PF, N }: Variables): Parts {
  return { principal: N + P, agent: A, platform: PF };
}

/** No fault: the filer bears the costs; the principal if nobody filed. */
function filerPays({ P, A, PF, N, W, filer }: Variables): Parts {
  return filer === "agent"
    ? { principal: N + P, agent: A - W, platform: PF, oracle: W }
    : { principal: N + P - W, agent: A, platform: PF, oracle: W };
}

export function courtFeesDue({
  bounty,
  minBond,
  tierFees,
}: Pick<CourtFeesPot, "bounty" | "minBond" | "tierFees">): Sides {
  const P = sumOfFees(tierFees);
  return { principal: bounty + P, agent: most(minBond, P) };
}

export const courtFees: Schedule<CourtFeesPot> = {
  divide(pot, held, { row, filer }, rulings) {
    const W = courtCost(pot.tierFees, rulings);
    return ROWS[row](variables(pot, held.agent, filer, W));
  },

  divideSeat(pot, heldByAgent, row) {
    return SEAT_ROWS[row](variables(pot, heldByAgent, null, 0n));
  },
};

function variables(pot: CourtFeesPot, A: bigint, filer: Side | null, W: bigint): Variables {
  const B = pot.bounty;
  // Rounded down: the remainder stays with the bounty.
  const PF = (B * pot.platformFeeBps) / BPS;
  // Rounded down: the remainder stays with the side that leaves.
  const CF = (B * pot.cancelFeeBps) / BPS;
  return {
    B,
    P: sumOfFees(pot.tierFees),
    A,
    PF,
    N: B - PF,
    CF,
    W,
    x: least(PF, A - W),
    filer,
    restitution: pot.restitution,
  };
}

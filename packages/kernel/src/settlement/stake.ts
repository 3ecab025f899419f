/**
 * Stakes of rating points. They move whole: back to both, to the side that was in the right, or,
 * if both were at fault, to nobody.
 */
import type { Row, SeatRow } from "./outcome.ts";
import type { Sides, StakePot } from "./pot.ts";
import type { Schedule, Table } from "./schedule.ts";
import type { Parts } from "./shares.ts";

const ROWS: Table<Row, Sides> = {
  fulfilled: returned,
  canceled: returned,
  unclaimed: returned,
  withdrawn: returned,
  agent_left_in_grace: returned,
  principal_left_in_grace: returned,
  agent_left_late: returned,
  principal_left_late: returned,
  principal_silent_before_acceptance: returned,
  principal_silent_after_acceptance: returned,
  voided: returned,
  ruled_impossible: returned,
  ruled_split: returned,

  ruled_fulfilled: toAgent,
  ruled_evil_principal: toAgent,
  ruled_canceled: toPrincipal,
  ruled_evil_agent: toPrincipal,
  ruled_mutual: burned,
  ruled_evil_both: burned,
};

const SEAT_ROWS: Table<SeatRow, bigint> = {
  seat_returned: (heldByAgent) => ({ agent: heldByAgent }),
  seat_left_late: (heldByAgent) => ({ agent: heldByAgent }),
};

function returned({ principal, agent }: Sides): Parts {
  return { principal, agent };
}

function toAgent({ principal, agent }: Sides): Parts {
  return { agent: principal + agent };
}

function toPrincipal({ principal, agent }: Sides): Parts {
  return { principal: principal + agent };
}

function burned({ principal, agent }: Sides): Parts {
  return { burn: principal + agent };
}

export const stake: Schedule<StakePot> = {
  divide: (_, held, { row }) => ROWS[row](held),
  divideSeat: (_, heldByAgent, row) => SEAT_ROWS[row](heldByAgent),
};

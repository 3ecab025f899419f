/**
 * Pay after verify: the buyer's budget is reserved, and the quoted price is shared out once the
 * work has passed.
 *
 * Everything else releases the reservation: a hold invoice can only be settled or canceled, so
 * there is nothing to forfeit and no court fee.
 */
import type { Row, SeatRow } from "./outcome.ts";
import type { Cut, PayAfterVerifyPot, Sides } from "./pot.ts";
import { BPS, type Schedule, type Table } from "./schedule.ts";
import type { Parts } from "./shares.ts";

interface Variables {
  readonly pot: PayAfterVerifyPot;
  /** What the principal holds: the bounty, or, if that was due at acceptance, the price. */
  readonly R: bigint;
  /** What the agent holds: nothing, by this schedule's deposits. */
  readonly H: bigint;
  /** What was quoted; the whole bounty if nothing was. */
  readonly price: bigint;
}

const ROWS: Table<Row, Variables> = {
  fulfilled: paid,
  ruled_fulfilled: paid,
  ruled_evil_principal: paid,
  ruled_split: half,

  canceled: released,
  unclaimed: released,
  withdrawn: released,
  agent_left_in_grace: released,
  principal_left_in_grace: released,
  agent_left_late: released,
  principal_left_late: released,
  principal_silent_before_acceptance: released,
  principal_silent_after_acceptance: released,
  voided: released,
  ruled_canceled: released,
  ruled_impossible: released,
  ruled_mutual: released,
  ruled_evil_agent: released,
  ruled_evil_both: released,
};

const SEAT_ROWS: Table<SeatRow, bigint> = {
  seat_returned: (heldByAgent) => ({ agent: heldByAgent }),
  seat_left_late: (heldByAgent) => ({ agent: heldByAgent }),
};

function paid({ pot, R, H, price }: Variables): Parts {
  const author = shareOf(price, pot.author);
  const referrer = shareOf(price, pot.referrer);
  // Rounded down: the agent keeps the remainder of every share, and the shares of the absent.
  const platform = (price * pot.platformBps) / BPS;
  return {
    principal: R - price,
    agent: price - author - platform - referrer + H,
    platform,
    author,
    referrer,
  };
}

function shareOf(price: bigint, share: Cut | null): bigint {
  // Rounded down: the agent keeps the remainder.
  return share === null ? 0n : (price * share.bps) / BPS;
}

function half(variables: Variables): Parts {
  // The buyer's half is rounded down: the odd unit goes to the agent.
  const kept = variables.price / 2n;
  return paid({ ...variables, price: variables.price - kept });
}

function released({ R, H }: Variables): Parts {
  return { principal: R, agent: H };
}

export function payAfterVerifyDue({ bounty }: Pick<PayAfterVerifyPot, "bounty">): Sides {
  return { principal: bounty, agent: 0n };
}

export const payAfterVerify: Schedule<PayAfterVerifyPot> = {
  divide: (pot, held, { row, price }) =>
    ROWS[row]({ pot, R: held.principal, H: held.agent, price: price ?? pot.bounty }),

  divideSeat: (_, heldByAgent, row) => SEAT_ROWS[row](heldByAgent),
};

/**
 * The division of everything held, and the proof that it adds up.
 *
 * The shares of every schedule add up to what is held, and none is negative. A schedule that breaks
 * this is a bug, so it throws here, before any payout is ordered.
 */
import type { Ruling } from "../court/ruling.ts";
import { invariant } from "../invariant.ts";
import { courtFees } from "./court-fees.ts";
import { OTHER_SIDE, type Outcome, type Row, type SeatRow, type Side } from "./outcome.ts";
import { payAfterVerify } from "./pay-after-verify.ts";
import type { Pot, PotBySchedule, ScheduleName, Sides } from "./pot.ts";
import type { Schedule } from "./schedule.ts";
import { ROLES, type Role, type Shares, sharesOf, sumOf } from "./shares.ts";
import { stake } from "./stake.ts";
import { symmetricBond } from "./symmetric-bond.ts";

const SCHEDULES: { readonly [S in ScheduleName]: Schedule<PotBySchedule[S]> } = {
  "symmetric-bond": symmetricBond,
  "court-fees": courtFees,
  "pay-after-verify": payAfterVerify,
  stake,
};

function divide(pot: Pot, held: Sides, outcome: Outcome, rulings: readonly Ruling[]): Shares {
  // A contract may end before anything arrived, and a promised payment is never held.
  if (held.principal === 0n && held.agent === 0n) return sharesOf({});
  return sharesOf(scheduleOf(pot.schedule).divide(pot, held, outcome, rulings));
}

function divideSeat(pot: Pot, heldByAgent: bigint, row: SeatRow, leaversPaid: bigint): Shares {
  if (heldByAgent === 0n) return sharesOf({});
  return sharesOf(scheduleOf(pot.schedule).divideSeat(pot, heldByAgent, row, leaversPaid));
}

/** Divides everything held for a contract. What went in comes out, to the last unit. */
export function settle(
  pot: Pot,
  held: Sides,
  outcome: Outcome,
  rulings: readonly Ruling[],
): Shares {
  const shares = divide(pot, held, outcome, rulings);
  return conserved(shares, held.principal + held.agent, `${outcome.row} under ${pot.schedule}`);
}

/**
 * Divides one agent's deposit. What that agent put in comes out, to the last unit. `leaversPaid` is
 * what the agents before it have paid the principal for leaving late.
 */
export function settleSeat(
  pot: Pot,
  heldByAgent: bigint,
  row: SeatRow,
  leaversPaid: bigint,
): Shares {
  const shares = divideSeat(pot, heldByAgent, row, leaversPaid);
  return conserved(shares, heldByAgent, `${row} under ${pot.schedule}`);
}

function conserved(shares: Shares, held: bigint, what: string): Shares {
  for (const role of ROLES) {
    invariant(shares[role] >= 0n, `${what}: ${role} would owe ${-shares[role]}`);
  }
  const paid = sumOf(shares);
  invariant(paid === held, `${what} pays ${paid} out of ${held}`);
  return shares;
}

function scheduleOf<S extends ScheduleName>(name: S): Schedule<PotBySchedule[S]> {
  return SCHEDULES[name];
}

/** The side that is paid first; if nobody is at fault, the principal. */
const FAVOURED: Readonly<Record<Row, Side>> = {
  fulfilled: "agent",
  canceled: "principal",
  unclaimed: "principal",
  withdrawn: "principal",
  agent_left_in_grace: "principal",
  principal_left_in_grace: "principal",
  agent_left_late: "principal",
  principal_left_late: "agent",
  principal_silent_before_acceptance: "agent",
  principal_silent_after_acceptance: "agent",
  voided: "principal",
  ruled_fulfilled: "agent",
  ruled_canceled: "principal",
  ruled_impossible: "principal",
  ruled_mutual: "principal",
  ruled_split: "agent",
  ruled_evil_agent: "principal",
  ruled_evil_principal: "agent",
  ruled_evil_both: "principal",
};

/** Who is paid before whom: the favoured side, the other side, then all others. */
export function payoutOrder({ row }: Pick<Outcome, "row">): readonly Role[] {
  const first = FAVOURED[row];
  const second = OTHER_SIDE[first];
  return [first, second, "platform", "oracle", "charity", "author", "referrer", "burn"];
}

/**
 * The steps that acts are made of: enter a phase, end the contract, end one seat.
 *
 * The money of the two sides leaves a contract only through this file: ending a seat or the contract
 * settles every pot and orders its legs in the same decision, so no act can forget to pay.
 */
import { judgeOf } from "../court/courts.ts";
import type { Party } from "../identity/party.ts";
import { invariant } from "../invariant.ts";
import { accept, type Result } from "../refusal.ts";
import type { Outcome, Row, SeatRow, Side } from "../settlement/outcome.ts";
import type { Pot, Sides } from "../settlement/pot.ts";
import { payoutOrder, settle, settleSeat } from "../settlement/settle.ts";
import type { Role, Shares } from "../settlement/shares.ts";
import type { Decision, LedgerHold, Leg, Task } from "./act.ts";
import { deadlineOf } from "./clocks.ts";
import { withSeatCounted } from "./looking.ts";
import type { ContractState, EndPhase, OpenPhase, Seat } from "./state.ts";

/** A decision with this state and these effects, by default none. */
export function decided(
  state: ContractState,
  effects: { tasks?: readonly Task[]; holds?: readonly LedgerHold[]; legs?: readonly Leg[] } = {},
): Result<Decision> {
  const { tasks = [], holds = [], legs = [] } = effects;
  return accept({ state, tasks, holds, legs });
}

/** Enters an open phase and starts its clock. */
export function enter(state: ContractState, phase: OpenPhase, nowMs: number): ContractState {
  const deadline = deadlineOf(state, phase, nowMs);
  return { ...state, phase, deadline };
}

/** Changes the seat of the present agent. */
export function withSeat(state: ContractState, changes: Partial<Seat>): ContractState {
  invariant(state.seat !== null, `${state.phase} has no agent`);
  return { ...state, seat: { ...state.seat, ...changes } };
}

/** What this row would mean for the contract now. */
export function outcomeOf(state: ContractState, row: Row): Outcome {
  return {
    row,
    filer: state.case?.filer ?? null,
    isFeeDue: state.isFeeDue,
    leaversPaid: state.leaversPaid,
    price: state.price,
  };
}

/** Ends the contract: divides every pot and orders every share. */
export function end(state: ContractState, phase: EndPhase, row: Row): Decision {
  const outcome = outcomeOf(state, row);
  const order = payoutOrder(outcome);
  let ended: ContractState = { ...state, phase, deadline: null, outcome };
  const legs: Leg[] = [];
  for (const [index, pot] of state.terms.pots.entries()) {
    const held = heldIn(state, index);
    // Nothing to divide, whatever the row says.
    if (held.principal === 0n && held.agent === 0n) continue;
    const shares = settle(pot, held, outcome, state.rulings);
    ended = orderLegs(ended, pot, index, shares, order, legs);
  }
  const held = ended.held.map(() => ({ principal: 0n, agent: 0n }));
  return { state: { ...ended, held }, tasks: [], holds: [], legs };
}

/** Ends the agent's seat: its deposits are divided, the principal's stay held. */
export function vacate(state: ContractState, row: SeatRow): Decision {
  const { seat } = state;
  invariant(seat !== null, `${state.phase} has no agent`);
  let vacated = state;
  let { leaversPaid } = state;
  const legs: Leg[] = [];
  for (const [index, pot] of state.terms.pots.entries()) {
    const { agent } = heldIn(state, index);
    if (agent === 0n) continue;
    const shares = settleSeat(pot, agent, row, state.leaversPaid);
    leaversPaid += shares.principal;
    vacated = orderLegs(vacated, pot, index, shares, SEAT_ORDER, legs);
  }
  return {
    state: {
      ...vacated,
      seat: null,
      price: null,
      stake: null,
      formerAgents: [...state.formerAgents, seat.agent],
      held: state.held.map(({ principal }) => ({ principal, agent: 0n })),
      isFeeDue: state.isFeeDue || row === "seat_left_late",
      leaversPaid,
    },
    tasks: [],
    holds: [],
    legs,
  };
}

/** Ends the seat and opens the contract to others. The caller checks whether that is allowed. */
export function reopen(state: ContractState, row: SeatRow, nowMs: number): Decision {
  const left = vacate(withSeatCounted(state, row, nowMs), row);
  return { ...left, state: enter(left.state, "open", nowMs) };
}

/** The first decision's effects, then the second's. */
export function followedBy(first: Decision, next: (state: ContractState) => Decision): Decision {
  const second = next(first.state);
  return {
    state: second.state,
    tasks: [...first.tasks, ...second.tasks],
    holds: [...first.holds, ...second.holds],
    legs: [...first.legs, ...second.legs],
  };
}

const SEAT_ORDER: readonly Role[] = ["agent", "principal", "platform"];

function orderLegs(
  state: ContractState,
  pot: Pot,
  index: number,
  shares: Shares,
  order: readonly Role[],
  legs: Leg[],
): ContractState {
  let number = state.legs;
  for (const role of order) {
    const amount = shares[role];
    if (amount === 0n) continue;
    legs.push({
      key: `${state.id}/${number}`,
      contract: state.id,
      pot: index,
      rail: pot.rail,
      asset: pot.asset,
      amount,
      to: { role, party: payee(state, pot, role), account: null },
    });
    number += 1;
  }
  return { ...state, legs: number };
}

/** The party in a role; charity and burn are accounts of the rail, not parties. */
function payee(state: ContractState, pot: Pot, role: Role): Party | null {
  const { terms, seat } = state;
  switch (role) {
    case "principal":
      return terms.principal;
    case "agent":
      invariant(seat !== null, "an agent is paid without a seat");
      return seat.agent;
    case "platform":
      return terms.platform;
    case "oracle":
      return judgeOf(terms.court) ?? terms.platform;
    case "author":
    case "referrer":
      return pot.schedule === "pay-after-verify" ? (pot[role]?.party ?? null) : null;
    default:
      return null;
  }
}

export function heldIn(state: ContractState, pot: number): Sides {
  const held = state.held[pot];
  invariant(held !== undefined, `there is no pot ${pot}`);
  return held;
}

export function withHeld(
  state: ContractState,
  pot: number,
  side: Side,
  amount: bigint,
): ContractState {
  const held = state.held.map((sides, index) =>
    index === pot ? { ...sides, [side]: sides[side] + amount } : sides,
  );
  return { ...state, held };
}

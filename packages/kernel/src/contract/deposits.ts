/** Deposits: what each side owes at which moment, and taking it. */
import { invariant } from "../invariant.ts";
import { formatAmount } from "../money/amount.ts";
import { CUSTODY } from "../settlement/custody.ts";
import type { Side } from "../settlement/outcome.ts";
import type { Pot } from "../settlement/pot.ts";
import type { Decision, LedgerHold, Task } from "./act.ts";
import { deadlineOf } from "./clocks.ts";
import { enter, withHeld } from "./moves.ts";
import type { ContractState, OpenPhase } from "./state.ts";
import type { Terms } from "./terms.ts";

/** When deposits are taken: the contract is posted, its seat is taken, its agent accepts. */
export type Moment = "post" | "seat" | "accept";

const DUE_SIDES: Readonly<Record<Pot["funds"], Readonly<Record<Moment, readonly Side[]>>>> = {
  post: { post: ["principal"], seat: ["agent"], accept: [] },
  accept: { post: [], seat: [], accept: ["principal", "agent"] },
};

/** What one side owes a pot: what was agreed at acceptance goes before what the terms ask for. */
function amountDue({ price, stake }: ContractState, pot: Pot, side: Side): bigint {
  if (pot.schedule === "stake" && side === "agent") return stake ?? pot.due.agent;
  const isAtPrice = pot.schedule === "pay-after-verify" && pot.funds === "accept";
  return isAtPrice && side === "principal" ? (price ?? pot.due.principal) : pot.due[side];
}

/**
 * Collects what is due at these moments. If every rail holds at once, the contract continues in
 * `ready`; otherwise it waits in `waiting` until `funded` says that the money is there.
 */
export function collect(
  state: ContractState,
  moments: readonly Moment[],
  phases: { readonly waiting: OpenPhase; readonly ready: OpenPhase },
  nowMs: number,
): Decision {
  const waitsUntilMs = deadlineOf(state, phases.waiting, nowMs).atMs;
  const taken = deposit(state, moments, waitsUntilMs);
  const phase = taken.tasks.length > 0 ? phases.waiting : phases.ready;
  return { ...taken, state: enter(taken.state, phase, nowMs), legs: [] };
}

/** Takes what is due at these moments; a slow rail is asked for an address instead. */
export function deposit(
  state: ContractState,
  moments: readonly Moment[],
  waitsUntilMs: number,
): Pick<Decision, "state" | "tasks" | "holds"> {
  const contract = state.id;
  let next = state;
  const holds: LedgerHold[] = [];
  const tasks: Task[] = [];
  for (const { pot, index, side } of dueAt(state.terms, moments)) {
    const amount = amountDue(state, pot, side);
    if (amount === 0n) continue;
    const { rail, asset } = pot;
    const due = { contract, pot: index, side, party: payer(state, side), asset, amount };
    if (CUSTODY[rail].isOnOwnBooks) {
      holds.push(due);
      next = withHeld(next, index, side, amount);
    } else {
      const key = `${contract}/task/${next.tasks}`;
      next = { ...next, tasks: next.tasks + 1 };
      const seat = side === "agent" ? state.seatsTaken : 0;
      const payload = { ...due, seat, rail, expiresMs: waitsUntilMs };
      tasks.push({ kind: "open_hold", key, payload });
    }
  }
  return { state: next, tasks, holds };
}

function dueAt({ pots }: Terms, moments: readonly Moment[]) {
  return pots.flatMap((pot, index) =>
    moments.flatMap((moment) => DUE_SIDES[pot.funds][moment]).map((side) => ({ pot, index, side })),
  );
}

function payer({ terms, seat }: ContractState, side: Side): LedgerHold["party"] {
  if (side === "principal") return terms.principal;
  invariant(seat !== null, "an agent without a seat owes a deposit");
  return seat.agent;
}

/** What a side must deposit on a slow rail first; null if nothing. */
export function slowDeposit({ terms }: ContractState, side: Side): string | null {
  const slow = terms.pots.find(({ rail, due }) => due[side] > 0n && !CUSTODY[rail].isOnOwnBooks);
  return slow === undefined
    ? null
    : `${formatAmount(slow.due[side], slow.asset)} ${slow.asset.code}`;
}

import { formatAmount, parseAmount } from "../../money/amount.ts";
import { refuse } from "../../refusal.ts";
import type { Side } from "../../settlement/outcome.ts";
import type { Leg, ServerRule } from "../act.ts";
import { decided, enter, heldIn, withHeld } from "../moves.ts";
import { tooLate } from "../overdue.ts";
import { integer, oneOf, reading, text } from "../reading.ts";
import { MAX_POTS, MAX_SEATS, TEXT_LIMITS } from "../rules.ts";
import { seatFunded } from "../seats.ts";
import type { ContractState } from "../state.ts";

/**
 * A rail reports that one side's deposit is confirmed. A deposit that is late, too small or for a
 * seat that was left is refused and returned; so is a surplus.
 */
export const funded: ServerRule = {
  by: "server",
  from: ["unfunded", "reserved"],
  ...reading(
    {
      pot: integer({ max: MAX_POTS - 1 }),
      side: oneOf(["principal", "agent"]),
      seat: integer({ max: MAX_SEATS }),
      amount: text({ max: TEXT_LIMITS.account }),
      account: text({ max: TEXT_LIMITS.account }),
    },
    ({ state, nowMs }, { pot: index, side, seat, amount, account }) => {
      const pot = state.terms.pots[index];
      const waitsFor = state.phase === "unfunded" ? "principal" : "agent";
      // A deposit for an earlier seat must not pay for this one.
      const isSeat = seat === (side === "agent" ? state.seatsTaken : 0);
      if (pot === undefined || side !== waitsFor || !isSeat || heldIn(state, index)[side] > 0n) {
        return refuse({ code: "deposit_not_due", problem: `nothing is due from the ${side}` });
      }
      const late = tooLate(state, nowMs);
      if (late !== null) return late;
      const arrived = parseAmount(amount, pot.asset);
      if (!arrived.ok) return arrived;
      const due = pot.due[side];
      if (due === 0n || arrived.value < due) {
        const problem = `${formatAmount(due, pot.asset)} ${pot.asset.code} is due in one payment`;
        return refuse({ code: "deposit_not_due", problem });
      }
      const held = enterWhenFunded(withHeld(state, index, side, due), side, nowMs);
      const surplus = arrived.value - due;
      if (surplus === 0n) return decided(held);
      const back: Leg = {
        key: `${state.id}/${state.legs}`,
        contract: state.id,
        pot: index,
        rail: pot.rail,
        asset: pot.asset,
        amount: surplus,
        to: { role: "sender", party: null, account },
      };
      return decided({ ...held, legs: held.legs + 1 }, { legs: [back] });
    },
  ),
};

/** Enters the next phase once this side has deposited everything. */
function enterWhenFunded(state: ContractState, side: Side, nowMs: number): ContractState {
  const isComplete = state.terms.pots.every(
    ({ due }, index) => heldIn(state, index)[side] >= due[side],
  );
  if (!isComplete) return state;
  return side === "principal" ? enter(state, "open", nowMs) : seatFunded(state, nowMs);
}

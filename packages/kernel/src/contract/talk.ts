/**
 * Talk between the two sides: questions, answers, messages.
 *
 * It decides nothing, so it is heard in every phase with an agent, also after a good end. It shows
 * that somebody is there, so it restarts the speaker's own turn, but only a few times.
 */
import { invariant } from "../invariant.ts";
import { refuse } from "../refusal.ts";
import type { ActRule } from "./act.ts";
import { isOverdue } from "./clocks.ts";
import { decided, enter, withSeat } from "./moves.ts";
import { reading } from "./reading.ts";
import { TEXT_LIMITS } from "./rules.ts";
import { sideOf } from "./sides.ts";
import { type ContractState, OPEN_PHASES, type Phase } from "./state.ts";

/** Wherever there is an agent to talk to, and after an end that left the two on speaking terms. */
const HEARD_IN: readonly Phase[] = [
  ...OPEN_PHASES.filter((phase) => phase !== "unfunded" && phase !== "open"),
  "fulfilled",
  "resolved",
];

export function talkBy(by: "principal" | "agent" | "either"): ActRule {
  return reading({
    by,
    from: HEARD_IN,
    ignoresClock: true,
    read: (data) => data.string("message", { min: 1, max: TEXT_LIMITS.message }),
    apply({ state, act, nowMs }) {
      const { seat, terms } = state;
      invariant(seat !== null, `${state.phase} has no agent`);
      const side = sideOf(state, act.by);
      const { maxMessages } = terms.rules;
      if (seat.messages[side] >= maxMessages) {
        return refuse({ code: "too_much_talk", limit: maxMessages });
      }
      const messages = { ...seat.messages, [side]: seat.messages[side] + 1 };
      const heard = withSeat(state, { messages });
      const isOwnTurn = state.deadline?.waitingFor === side;
      return decided(isOwnTurn && !isOverdue(state, nowMs) ? restartTurn(heard, nowMs) : heard);
    },
  });
}

function restartTurn(state: ContractState, nowMs: number): ContractState {
  const { seat, phase, terms } = state;
  if (phase !== "investigating" && phase !== "in_progress") return state;
  if (seat === null || seat.talkTurns >= terms.rules.maxTalkTurns) return state;
  return enter(withSeat(state, { talkTurns: seat.talkTurns + 1 }), phase, nowMs);
}

/**
 * Talk between the two sides: questions, answers, messages.
 *
 * It decides nothing, so it is heard in every phase with an agent, also after a good end. It shows
 * that somebody is there, so it restarts the speaker's own turn, but only a few times.
 */
import type { ActRule } from "./act.ts";
import { isOverdue } from "./clocks.ts";
import { decided, enter, withSeat } from "./moves.ts";
import { reading } from "./reading.ts";
import { TEXT_LIMITS } from "./rules.ts";
import { sideOf } from "./sides.ts";
import type { ContractState, Phase } from "./state.ts";

const HEARD_IN: readonly Phase[] = [
  "reserved",
  "investigating",
  "in_progress",
  "verifying",
  "review",
  "contest",
  "awaiting_response",
  "deliberating",
  "ruled",
  "halted",
  "fulfilled",
  "resolved",
];

export function talkBy(by: "principal" | "agent" | "either"): ActRule {
  return reading({
    by,
    from: HEARD_IN,
    isTalk: true,
    read: (data) => data.string("message", { min: 1, max: TEXT_LIMITS.message }),
    apply({ state, act, nowMs }) {
      const isOwnTurn = state.deadline?.waitingFor === sideOf(state, act.by);
      return decided(isOwnTurn && !isOverdue(state, nowMs) ? restartTurn(state, nowMs) : state);
    },
  });
}

function restartTurn(state: ContractState, nowMs: number): ContractState {
  const { seat, phase, terms } = state;
  if (phase !== "investigating" && phase !== "in_progress") return state;
  if (seat === null || seat.talkTurns >= terms.rules.maxTalkTurns) return state;
  return enter(withSeat(state, { talkTurns: seat.talkTurns + 1 }), phase, nowMs);
}

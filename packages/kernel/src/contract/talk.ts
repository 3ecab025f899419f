/**
 * Talk between the two sides: questions, answers, messages.
 *
 * It decides nothing, so it is accepted in every phase with an agent, and after `fulfilled` and
 * `resolved`. During the work it restarts the author's own turn, but only a few times.
 */
import { invariant } from "../invariant.ts";
import { refuse } from "../refusal.ts";
import type { PartyRule } from "./act.ts";
import { isOverdue } from "./clocks.ts";
import { decided, enter, withSeat } from "./moves.ts";
import { reading, text } from "./reading.ts";
import { TEXT_LIMITS } from "./rules.ts";
import { sideOf } from "./sides.ts";
import { type ContractState, OPEN_PHASES, type Phase } from "./state.ts";

const TALK_PHASES: readonly Phase[] = [
  ...OPEN_PHASES.filter((phase) => phase !== "unfunded" && phase !== "open"),
  "fulfilled",
  "resolved",
];

export function talkBy(by: "principal" | "agent" | "either"): PartyRule {
  return {
    by,
    from: TALK_PHASES,
    ignoresClock: true,
    isUnlimited: true,
    ...reading({ message: text({ min: 1, max: TEXT_LIMITS.message }) }, ({ state, act, nowMs }) => {
      const { seat, terms } = state;
      invariant(seat !== null, `${state.phase} has no agent`);
      const side = sideOf(state, act.by);
      const { maxMessages } = terms.rules;
      if (seat.messages[side] >= maxMessages) {
        return refuse({ code: "too_much_talk", limit: maxMessages });
      }
      const messages = { ...seat.messages, [side]: seat.messages[side] + 1 };
      const said = withSeat(state, { messages });
      const isOwnTurn = state.deadline?.waitingFor === side;
      return decided(isOwnTurn && !isOverdue(state, nowMs) ? restartTurn(said, nowMs) : said);
    }),
  };
}

function restartTurn(state: ContractState, nowMs: number): ContractState {
  const { seat, phase, terms } = state;
  if (phase !== "in_progress") return state;
  if (seat === null || seat.talkTurns >= terms.rules.maxTalkTurns) return state;
  return enter(withSeat(state, { talkTurns: seat.talkTurns + 1 }), phase, nowMs);
}

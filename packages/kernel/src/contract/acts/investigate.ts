import { invariant } from "../../invariant.ts";
import { refuse } from "../../refusal.ts";
import type { PartyRule } from "../act.ts";
import { investigationProblem } from "../investigation.ts";
import { decided, enter, withSeat } from "../moves.ts";
import { reading, text } from "../reading.ts";
import { TEXT_LIMITS } from "../rules.ts";

/** The agent asks to see the output of one read-only command; the principal's turn begins. */
export const investigate: PartyRule = {
  by: "agent",
  from: ["investigating", "in_progress"],
  isUnlimited: true,
  ...reading(
    { command: text({ min: 1, max: TEXT_LIMITS.command }) },
    ({ state, nowMs }, { command }) => {
      const { seat, terms, investigatedMs, phase } = state;
      invariant(seat !== null, "an agent investigates without a seat");
      const { investigationRounds, investigationRateSeconds } = terms.rules;
      if (seat.rounds >= investigationRounds) {
        return refuse({ code: "rounds_exhausted", limit: investigationRounds });
      }
      const readyAtMs = (investigatedMs ?? 0) + investigationRateSeconds * 1_000;
      if (investigatedMs !== null && nowMs < readyAtMs) {
        return refuse({ code: "too_early", readyAtMs, receivedAtMs: nowMs });
      }
      const problem = investigationProblem(command);
      if (problem !== null) return refuse({ code: "command_not_allowed", command, problem });

      const pending = [...seat.pending, command];
      const asked = withSeat(
        { ...state, investigatedMs: nowMs },
        { rounds: seat.rounds + 1, pending },
      );
      // The principal's clock runs from the first open command; more commands do not extend it.
      if (seat.pending.length > 0) return decided(asked);
      const turn = phase === "investigating" ? phase : "in_progress";
      return decided(enter(withSeat(asked, { talkTurns: 0 }), turn, nowMs));
    },
  ),
};

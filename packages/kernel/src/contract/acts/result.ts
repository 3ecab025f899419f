import { invariant } from "../../invariant.ts";
import { refuse } from "../../refusal.ts";
import type { PartyRule } from "../act.ts";
import { decided, enter, withSeat } from "../moves.ts";
import { reading, text } from "../reading.ts";
import { TEXT_LIMITS } from "../rules.ts";

/** The principal answers the oldest open command, repeating its exact text. */
export const result: PartyRule = {
  by: "principal",
  from: ["investigating", "in_progress"],
  isLong: true,
  isUnlimited: true,
  ...reading(
    {
      command: text({ max: TEXT_LIMITS.command }),
      output: text({ max: TEXT_LIMITS.output }),
    },
    ({ state, nowMs }, { command }) => {
      const { seat, phase } = state;
      invariant(seat !== null, `${phase} has no agent`);
      const [expected, ...pending] = seat.pending;
      if (command !== expected) {
        return refuse({ code: "no_such_command", expected: expected ?? null });
      }
      const answered = withSeat(state, { pending, talkTurns: 0 });
      return decided(enter(answered, phase === "investigating" ? phase : "in_progress", nowMs));
    },
  ),
};

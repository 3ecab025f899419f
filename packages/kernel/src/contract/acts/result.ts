import { invariant } from "../../invariant.ts";
import { refuse } from "../../refusal.ts";
import { decided, enter, withSeat } from "../moves.ts";
import { reading } from "../reading.ts";
import { TEXT_LIMITS } from "../rules.ts";

/** The principal answers the oldest open command, repeating its exact text. */
export const result = reading({
  by: "principal",
  from: ["investigating", "in_progress"],
  read: (data) => ({
    command: data.string("command", { max: TEXT_LIMITS.command }),
    output: data.string("output", { max: TEXT_LIMITS.output }),
  }),
  apply({ state, nowMs }, { command }) {
    const { seat, phase } = state;
    invariant(seat !== null, `${phase} has no agent`);
    const [expected, ...pending] = seat.pending;
    if (command !== expected) {
      return refuse({ code: "no_such_command", expected: expected ?? null });
    }
    const answered = withSeat(state, { pending, talkTurns: 0 });
    return decided(enter(answered, phase === "investigating" ? phase : "in_progress", nowMs));
  },
});

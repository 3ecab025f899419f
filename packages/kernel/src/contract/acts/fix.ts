import { decided, enter, withSeat } from "../moves.ts";
import { agreePrice } from "../price.ts";
import { reading } from "../reading.ts";
import { TEXT_LIMITS } from "../rules.ts";

/**
 * The agent submits its work. This ends the grace period, so that nobody reads a fix and leaves for free.
 * A corrected `command` replaces the original one in the check; it may be all that is submitted.
 */
export const fix = reading({
  by: "agent",
  from: ["in_progress"],
  barredByFix: ["verifying", "review"],
  read(data) {
    const fix = data.string("fix", { max: TEXT_LIMITS.fix });
    data.optional("explanation", (name) => data.string(name, { max: TEXT_LIMITS.explanation }));
    const command = data.optional("command", (name) =>
      data.string(name, { min: 1, max: TEXT_LIMITS.command }),
    );
    if (fix.trim() === "" && command === null) data.fault("fix", "expected a fix or a command");
  },
  apply({ state, act, nowMs }) {
    const priced = agreePrice(state, act);
    if (!priced.ok) return priced;
    const handedIn = withSeat(priced.value, { graceEndsMs: null, pending: [], talkTurns: 0 });
    const isSupervised = state.terms.rules.mode === "supervised";
    return decided(enter(handedIn, isSupervised ? "verifying" : "review", nowMs));
  },
});

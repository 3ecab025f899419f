import { isEnvelope } from "../../job/envelope.ts";
import { accept, refuse } from "../../refusal.ts";
import type { PartyRule } from "../act.ts";
import { resultRefusal } from "../job-result.ts";
import { decided, end, enter, withSeat } from "../moves.ts";
import { agreePrice } from "../price.ts";
import { optional, reading, text, unread } from "../reading.ts";
import { TEXT_LIMITS } from "../rules.ts";

/**
 * The agent submits its work. This ends the grace period, so that nobody reads a fix and leaves for free.
 * A corrected `command` replaces the one that failed in the check; it may be all that is submitted. Other
 * work keeps its command: an agent that may replace it chooses its own test. A task for which nothing is
 * paid is completed by this.
 */
export const fix: PartyRule = {
  by: "agent",
  from: ["in_progress"],
  isLong: true,
  isUnlimited: true,
  barredByFix: ["verifying", "review"],
  ...reading(
    {
      fix: text({ max: TEXT_LIMITS.fix }),
      explanation: optional(text({ max: TEXT_LIMITS.explanation })),
      command: optional(text({ min: 1, max: TEXT_LIMITS.command })),
      price: unread,
    },
    ({ state, act, nowMs }, said) => {
      const { work, pots, rules } = state.terms;
      const isEmpty = said.fix.trim() === "" && said.command === null;
      if (isEmpty && work.kind !== "task") {
        const [field, problem] = ["data.fix", "expected a fix or a command"];
        return refuse({ code: "malformed_act", act: act.type, field, problem });
      }
      if (work.kind !== "command" && said.command !== null) {
        const [field, problem] = ["data.command", "a job keeps its own commands"];
        return refuse({ code: "malformed_act", act: act.type, field, problem });
      }
      const wrong = isEnvelope(work.spec) ? resultRefusal(state, said.fix) : null;
      if (wrong !== null) return wrong;
      const priced = agreePrice(state, act, said.price);
      if (!priced.ok) return priced;
      const handedIn = withSeat(priced.value, { graceEndsMs: null, pending: [], talkTurns: 0 });
      const isUnpaid = pots.every(({ schedule }) => schedule === "stake");
      if (work.kind === "task" && isUnpaid) return accept(end(handedIn, "fulfilled", "fulfilled"));
      return decided(enter(handedIn, rules.mode === "supervised" ? "verifying" : "review", nowMs));
    },
  ),
};

import { type Refused, refuse } from "../refusal.ts";
import type { ActInput, ActRule } from "./act.ts";
import { isOverdue, silence } from "./clocks.ts";

/** An act that only a clock may cause: refused while the deadline runs or when it means another. */
export function whenOverdue(apply: ActRule["apply"]): ActRule["apply"] {
  return (input) => notOverdue(input) ?? apply(input);
}

export function notOverdue({ state, act, nowMs }: ActInput): Refused | null {
  if (silence(state).type !== act.type) {
    return refuse({ code: "wrong_phase", phase: state.phase, act: act.type });
  }
  if (isOverdue(state, nowMs)) return null;
  const deadlineMs = state.deadline?.atMs ?? nowMs;
  return refuse({ code: "too_early", readyAtMs: deadlineMs + 1, receivedAtMs: nowMs });
}

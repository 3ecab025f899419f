import { chainJson } from "../canonical/chain-json.ts";
import { invariant } from "../invariant.ts";
import { type Refused, refuse } from "../refusal.ts";
import type { ActInput, ActRule } from "./act.ts";
import { isOverdue, silence } from "./clocks.ts";
import type { ContractState } from "./state.ts";

/** An act that only a clock may cause: refused while the deadline runs or when it means another. */
export function whenOverdue(apply: ActRule["apply"]): ActRule["apply"] {
  return (input) => notOverdue(input) ?? apply(input);
}

export function notOverdue({ state, act, nowMs }: ActInput): Refused | null {
  const { type, data } = silence(state);
  if (type !== act.type) {
    return refuse({ code: "wrong_phase", phase: state.phase, act: act.type });
  }
  invariant(state.deadline !== null, `${state.phase} has no clock`);
  if (!isOverdue(state, nowMs)) {
    const readyAtMs = state.deadline.atMs + 1;
    return refuse({ code: "too_early", readyAtMs, receivedAtMs: nowMs });
  }
  // What a timeout means is not for the server to choose.
  if (chainJson(act.data) === chainJson(data)) return null;
  const problem = `expected ${chainJson(data)}`;
  return refuse({ code: "malformed_act", act: type, field: "data", problem });
}

/** At the deadline is in time; after it the silence has won, even if no timer has fired yet. */
export function tooLate(state: ContractState, nowMs: number): Refused | null {
  if (state.deadline === null || !isOverdue(state, nowMs)) return null;
  const deadlineMs = state.deadline.atMs;
  return refuse({ code: "deadline_passed", deadlineMs, receivedAtMs: nowMs });
}

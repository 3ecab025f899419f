import { chainJson } from "../canonical/chain-json.ts";
import { invariant } from "../invariant.ts";
import { type Refused, refuse } from "../refusal.ts";
import type { ActInput, ActRule } from "./act.ts";
import { isOverdue, timeoutAct } from "./clocks.ts";
import type { ContractState } from "./state.ts";

/** For acts that only a timeout causes: refused before the deadline, or if it causes another. */
export function whenOverdue(apply: ActRule["apply"]): ActRule["apply"] {
  return (input) => notOverdue(input) ?? apply(input);
}

export function notOverdue({ state, act, nowMs }: ActInput): Refused | null {
  const { type, data } = timeoutAct(state);
  if (type !== act.type) {
    return refuse({ code: "wrong_phase", phase: state.phase, act: act.type });
  }
  invariant(state.deadline !== null, `${state.phase} has no clock`);
  if (!isOverdue(state, nowMs)) {
    const readyAtMs = state.deadline.atMs + 1;
    return refuse({ code: "too_early", readyAtMs, receivedAtMs: nowMs });
  }
  // The server cannot choose what a timeout means.
  if (chainJson(act.data) === chainJson(data)) return null;
  const problem = `expected ${chainJson(data)}`;
  return refuse({ code: "malformed_act", act: type, field: "data", problem });
}

/** At the deadline is in time; after it is too late, even if the timeout is not written yet. */
export function tooLate(state: ContractState, nowMs: number): Refused | null {
  if (state.deadline === null || !isOverdue(state, nowMs)) return null;
  const deadlineMs = state.deadline.atMs;
  return refuse({ code: "deadline_passed", deadlineMs, receivedAtMs: nowMs });
}

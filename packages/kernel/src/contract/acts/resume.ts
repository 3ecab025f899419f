import { invariant } from "../../invariant.ts";
import type { ActRule } from "../act.ts";
import { decided, withSeat } from "../moves.ts";

/** The principal lifts its halt before the court has ruled: the work continues with the time that was left. */
export const resume: ActRule = {
  by: "principal",
  from: ["halted"],
  apply({ state, nowMs }) {
    const frozen = state.case?.frozen ?? null;
    invariant(frozen !== null, "a halted contract has no frozen phase");
    const { phase, deadline, leftMs, graceLeftMs } = frozen;
    const graceEndsMs = graceLeftMs === null ? null : nowMs + graceLeftMs;
    const seated = withSeat(state, { graceEndsMs });
    const resumed = { ...deadline, atMs: nowMs + leftMs };
    return decided({ ...seated, phase, case: null, deadline: resumed });
  },
};

/** A phase that is left for a case and may be taken up again, with the time that was left. */
import { invariant } from "../invariant.ts";
import { withSeat } from "./moves.ts";
import { type ContractState, FROZEN_PHASES, type Frozen } from "./state.ts";

export function freeze({ seat, deadline, ...state }: ContractState, nowMs: number): Frozen {
  const phase = FROZEN_PHASES.find((candidate) => candidate === state.phase);
  invariant(deadline !== null && phase !== undefined, `${state.phase} cannot be taken up again`);
  const { atMs, ...rest } = deadline;
  const graceEndsMs = seat?.graceEndsMs ?? null;
  return {
    phase,
    deadline: rest,
    leftMs: atMs - nowMs,
    // May be negative: a grace period that has ended stays ended.
    graceLeftMs: graceEndsMs === null ? null : graceEndsMs - nowMs,
  };
}

/** Drops the case and goes on where it was opened. */
export function thaw(state: ContractState, nowMs: number): ContractState {
  const frozen = state.case?.frozen ?? null;
  invariant(frozen !== null, "the case has no phase to return to");
  const { phase, deadline, leftMs, graceLeftMs } = frozen;
  const graceEndsMs = graceLeftMs === null ? null : nowMs + graceLeftMs;
  const seated = withSeat(state, { graceEndsMs });
  const resumed = { ...deadline, atMs: nowMs + leftMs };
  // A task's expiry stands still with its clock.
  const expiresMs = deadline.kind === "expiry" ? resumed.atMs : state.expiresMs;
  return { ...seated, phase, case: null, deadline: resumed, expiresMs };
}

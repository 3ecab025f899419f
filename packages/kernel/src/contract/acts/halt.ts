import { deliberate, firstBench } from "../../court/procedure.ts";
import { invariant } from "../../invariant.ts";
import { accept, type Result, refuse } from "../../refusal.ts";
import type { ActInput, Decision } from "../act.ts";
import { reading, readReason } from "../reading.ts";
import type { ContractState } from "../state.ts";
import { callOff } from "./cancel.ts";

/**
 * The principal stops the contract. Before acceptance this cancels it; during the work it pauses
 * the clock and asks the court at once, without a response window.
 */
export const halt = reading({
  by: "principal",
  from: ["unfunded", "open", "reserved", "investigating", "in_progress", "verifying", "review"],
  read: readReason,
  apply(input) {
    const { state, nowMs } = input;
    switch (state.phase) {
      case "in_progress":
      case "verifying":
      case "review":
        return freeze(input, state.phase);
      default:
        return accept(callOff(state, nowMs));
    }
  },
});

function freeze(
  { state, act, nowMs }: ActInput,
  phase: "in_progress" | "verifying" | "review",
): Result<Decision> {
  const bench = firstBench(state);
  if (bench === null) return haltWithoutCourt(state, act.type, phase, nowMs);
  const { maxHalts } = state.terms.rules;
  if (state.halts >= maxHalts) return refuse({ code: "halts_exhausted", limit: maxHalts });
  invariant(state.deadline !== null, `${phase} has no clock`);
  const { atMs, ...deadline } = state.deadline;
  const halted: ContractState = {
    ...state,
    halts: state.halts + 1,
    case: {
      filer: "principal",
      leader: "principal",
      bench,
      isAnswered: false,
      question: null,
      frozen: { phase, deadline, leftMs: atMs - nowMs, graceLeftMs: graceLeft(state, nowMs) },
    },
  };
  return accept(deliberate(halted, "halted", nowMs));
}

/** May be negative: a grace period that has ended stays ended. */
function graceLeft({ seat }: ContractState, nowMs: number): number | null {
  const graceEndsMs = seat?.graceEndsMs ?? null;
  return graceEndsMs === null ? null : graceEndsMs - nowMs;
}

/** Without a court a halt is a cancellation, which a pending fix rules out. */
function haltWithoutCourt(
  state: ContractState,
  act: string,
  phase: "in_progress" | "verifying" | "review",
  nowMs: number,
): Result<Decision> {
  if (phase !== "in_progress") return refuse({ code: "fix_pending", act });
  return accept(callOff(state, nowMs));
}

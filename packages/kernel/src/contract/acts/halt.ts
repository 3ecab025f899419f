import { courtOf } from "../../court/courts.ts";
import { deliberate, firstBench, openCase } from "../../court/procedure.ts";
import { accept, type Result, refuse } from "../../refusal.ts";
import type { ActInput, Decision, PartyRule } from "../act.ts";
import { freeze } from "../frozen.ts";
import { leavingReason, reading } from "../reading.ts";
import type { ContractState } from "../state.ts";
import { callOff } from "./cancel.ts";

/**
 * The principal stops the contract. Before acceptance this cancels it; during the work it pauses
 * the clock and asks the court at once, without a response window.
 */
export const halt: PartyRule = {
  by: "principal",
  from: ["unfunded", "open", "reserved", "investigating", "in_progress", "verifying", "review"],
  ...reading({ reason: leavingReason }, (input) => {
    const { state, nowMs } = input;
    switch (state.phase) {
      case "in_progress":
      case "verifying":
      case "review":
        return haltWork(input, state.phase);
      default:
        return accept(callOff(state, nowMs));
    }
  }),
};

function haltWork(
  { state, act, nowMs }: ActInput,
  phase: "in_progress" | "verifying" | "review",
): Result<Decision> {
  const hearsHalts = courtOf(state.terms.court.kind).hearsHalts;
  const bench = hearsHalts ? firstBench(state) : null;
  if (bench === null) return haltWithoutCourt(state, act.type, phase, nowMs);
  const { maxHalts } = state.terms.rules;
  if (state.halts >= maxHalts) return refuse({ code: "halts_exhausted", limit: maxHalts });
  const frozen = freeze(state, nowMs);
  const halted = openCase({ ...state, halts: state.halts + 1 }, "principal", bench, nowMs, {
    frozen,
  });
  return accept(deliberate(halted, "halted", nowMs));
}

/** Where no court hears it, a halt is a cancellation, which a pending fix rules out. */
function haltWithoutCourt(
  state: ContractState,
  act: string,
  phase: "in_progress" | "verifying" | "review",
  nowMs: number,
): Result<Decision> {
  if (phase !== "in_progress") return refuse({ code: "fix_pending", act });
  return accept(callOff(state, nowMs));
}

import { accept as allow, refuse } from "../../refusal.ts";
import type { ActInput, ActRule } from "../act.ts";
import { enter, followedBy, withSeat } from "../moves.ts";
import { agreePrice } from "../price.ts";
import { collect, slowDeposit, takeSeat } from "../seats.ts";
import type { ContractState } from "../state.ts";

/** The agent commits to the work. If `looksFirst` is off, also from `open`. */
export const accept: ActRule = {
  by: "anyone",
  from: ["open", "investigating"],
  apply(input) {
    const { state, act, nowMs } = input;
    if (state.phase === "open") return acceptUnseen(input);
    if (state.seat?.agent !== act.by) {
      return refuse({ code: "not_a_party", author: act.by, act: act.type });
    }
    const priced = agreePrice(state, act);
    if (!priced.ok) return priced;
    return allow({ state: begin(priced.value, nowMs), tasks: [], holds: [], legs: [] });
  },
};

function acceptUnseen(input: ActInput): ReturnType<ActRule["apply"]> {
  const { state, act, nowMs } = input;
  if (state.terms.rules.looksFirst) {
    return refuse({ code: "wrong_phase", phase: state.phase, act: act.type });
  }
  const seated = takeSeat(input);
  if (!seated.ok) return seated;
  const slow = slowDeposit(seated.value, "agent");
  if (slow !== null) return refuse({ code: "bond_first", due: slow });
  const priced = agreePrice(seated.value, act);
  if (!priced.ok) return priced;
  const phases = { waiting: "reserved", ready: "investigating" } as const;
  const bonded = collect(priced.value, "agent", phases, nowMs);
  return allow(
    followedBy(bonded, (next) => ({ state: begin(next, nowMs), tasks: [], holds: [], legs: [] })),
  );
}

/** Starts the grace period. The clock of a command without a result keeps running. */
function begin(state: ContractState, nowMs: number): ContractState {
  const graceEndsMs = nowMs + state.terms.rules.graceSeconds * 1_000;
  const accepted = withSeat(state, { isAccepted: true, graceEndsMs });
  const { deadline } = state;
  if (deadline?.waitingFor === "principal") return { ...accepted, phase: "in_progress", deadline };
  return enter(withSeat(accepted, { talkTurns: 0 }), "in_progress", nowMs);
}

import { accept as allow, refuse } from "../../refusal.ts";
import type { ActInput, ActRule } from "../act.ts";
import { followedBy } from "../moves.ts";
import { agreePrice } from "../price.ts";
import { beginWork, collect, slowDeposit, takeSeat } from "../seats.ts";

/** The agent commits to the work. If `looksFirst` is off or looking is over, also from `open`. */
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
    return allow({ state: beginWork(priced.value, nowMs), tasks: [], holds: [], legs: [] });
  },
};

function acceptUnseen(input: ActInput): ReturnType<ActRule["apply"]> {
  const { state, act, nowMs } = input;
  if (state.terms.rules.looksFirst && !state.looking.isOver) {
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
    followedBy(bonded, (next) => ({
      state: beginWork(next, nowMs),
      tasks: [],
      holds: [],
      legs: [],
    })),
  );
}

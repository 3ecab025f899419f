import { accept } from "../../refusal.ts";
import type { ActRule } from "../act.ts";
import { beginWork, collect, takeSeat } from "../seats.ts";

/**
 * An agent takes the one seat; with a slow deposit the seat is reserved until it arrives. Where
 * looking is over, this accepts the contract.
 */
export const bond: ActRule = {
  by: "anyone",
  from: ["open"],
  apply(input) {
    const seated = takeSeat(input);
    if (!seated.ok) return seated;
    const phases = { waiting: "reserved", ready: "investigating" } as const;
    const bonded = collect(seated.value, "agent", phases, input.nowMs);
    const isHeld = bonded.state.phase === phases.ready;
    if (!isHeld || !bonded.state.looking.isOver) return accept(bonded);
    return accept({ ...bonded, state: beginWork(bonded.state, input.nowMs) });
  },
};

import { accept } from "../../refusal.ts";
import type { PartyRule } from "../act.ts";
import { collect } from "../deposits.ts";
import { beginWork, takeSeat } from "../seats.ts";

/**
 * An agent takes the one seat; with a slow deposit the seat is reserved until it arrives. Where
 * looking is over, this accepts the contract.
 */
export const bond: PartyRule = {
  by: "anyone",
  from: ["open"],
  seat: "takes",
  fields: [],
  apply(input) {
    const seated = takeSeat(input);
    if (!seated.ok) return seated;
    const { isOver } = seated.value.looking;
    const phases = { waiting: "reserved", ready: "investigating" } as const;
    const bonded = collect(
      seated.value,
      isOver ? ["seat", "accept"] : ["seat"],
      phases,
      input.nowMs,
    );
    if (!isOver || bonded.state.phase !== phases.ready) return accept(bonded);
    return accept({ ...bonded, state: beginWork(bonded.state, input.nowMs) });
  },
};

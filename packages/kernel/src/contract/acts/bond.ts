import { accept } from "../../refusal.ts";
import type { ActRule } from "../act.ts";
import { collect, takeSeat } from "../seats.ts";

/** An agent takes the one seat; with a slow deposit the seat is reserved until it arrives. */
export const bond: ActRule = {
  by: "anyone",
  from: ["open"],
  apply(input) {
    const seated = takeSeat(input);
    if (!seated.ok) return seated;
    const phases = { waiting: "reserved", ready: "investigating" } as const;
    return accept(collect(seated.value, "agent", phases, input.nowMs));
  },
};

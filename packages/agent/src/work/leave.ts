/**
 * How the agent gives up a contract.
 *
 * A principal can reject a good fix, so a rejected agent pays nothing to get out if the terms leave
 * a way. What leaving costs is what the kernel would decide now, so this file knows no fee.
 */
import type { Contract } from "@bazaar/doors/connection";
import { decide, type JsonObject } from "@bazaar/kernel";
import { type Argue, argumentFor } from "./defend.ts";
import { isWorthContesting, type Rejection } from "./rejection.ts";
import { act, isWorkable, type WorkContext } from "./work-context.ts";

const AGAIN_MS = 1_000;
/** A principal that wants to cancel gets the time for it before the same fix comes again. */
const SAME_FIX_MS = 10_000;

export type Step = "decline" | "back_out" | "dispute_filed" | "fix";

/** Gives the seat back as soon as possible: not while a fix waits for its verification. */
export async function leave(context: WorkContext, reason: string, argue?: Argue): Promise<void> {
  const { watch, rejectionIn } = context;
  const refused = new Set<Step>();
  for (;;) {
    const contract = await watch.until(isWorkable);
    const rejection = rejectionIn(contract);
    const step = stepOut({ contract, rejection, nowMs: watch.marketMs(), refused });
    if (step === "fix") await watch.changed(SAME_FIX_MS);
    if (watch.contract !== contract) continue;
    const answer = await act(context, step, await dataOf(step));
    if (answer.ok && step !== "fix") return;
    if (answer.ok) continue;
    // Otherwise it was refused because the contract has moved on.
    if (watch.contract === contract) refused.add(step);
    await watch.changed(AGAIN_MS);
  }

  async function dataOf(step: Step): Promise<JsonObject> {
    const { contract } = watch;
    switch (step) {
      case "fix":
        return rejectionIn(contract)?.fix.data ?? {};
      case "dispute_filed":
        return { argument: await argumentFor(context, contract, argue) };
      case "decline":
      case "back_out":
        return { reason };
    }
  }
}

interface Leaving {
  readonly contract: Contract;
  readonly rejection: Rejection | null;
  readonly nowMs: number;
  /** What the market has refused; it is not tried again. */
  readonly refused?: ReadonlySet<Step>;
}

/**
 * Before acceptance the agent declines. A rejection that the record does not bear out goes to court.
 * Otherwise the agent leaves if that is free; if not, it submits its fix again until the attempts
 * are used up, and its deposit comes back.
 */
export function stepOut({ contract, rejection, nowMs, refused = new Set() }: Leaving): Step {
  if (contract.state.phase === "investigating") return "decline";
  if (rejection === null) return "back_out";
  if (!refused.has("dispute_filed") && isWorthContesting(contract, rejection)) {
    return "dispute_filed";
  }
  return refused.has("fix") || isLeavingFree(contract, nowMs) ? "back_out" : "fix";
}

/** Whether the agent's whole deposit would come back. */
function isLeavingFree({ state }: Contract, nowMs: number): boolean {
  const { seat } = state;
  if (seat === null) return true;
  const left = decide(state, { type: "back_out", by: seat.agent, data: {} }, nowMs);
  // Only the market can say why not, and it costs nothing to ask.
  if (!left.ok) return true;
  return state.held.every(({ agent: held }, index) => {
    const returned = left.value.legs
      .filter(({ pot, to }) => pot === index && to.role === "agent")
      .reduce((sum, { amount }) => sum + amount, 0n);
    return returned >= held;
  });
}

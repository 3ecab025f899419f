/**
 * A fix from the document and the earlier looks alone.
 *
 * Where looking is over, taking the seat stakes the deposit. An agent that hands in a fix can leave
 * for free once it is rejected; one that finds none would be fined. So the fix comes first.
 */
import type { Contract } from "@bazaar/doors/connection";
import { problemIn } from "../problem.ts";
import { type Fix, type Solver, type Tools, WorkOver } from "../solver.ts";
import { unfitness } from "./session.ts";

/** The first fix that the solver would submit without a look; null if it has none. */
export async function fixUnseen(
  solver: Solver,
  contract: Contract,
  signal: AbortSignal,
): Promise<Fix | null> {
  const problem = { ...problemIn(contract), looksLeft: 0 };
  const found: Fix[] = [];
  const tools: Tools = {
    now: () => problem,
    look: async () => ({ isSeen: false, because: "looking is over" }),
    async propose(fix) {
      const because = unfitness(fix, problem.capabilities);
      if (because !== null) return { verdict: "not_tried", because };
      found.push(fix);
      throw new WorkOver("the contract is not taken yet");
    },
    hint: () => undefined,
    signal,
  };
  try {
    await solver.solve(problem, tools);
  } catch (error) {
    if (!(error instanceof WorkOver)) throw error;
  }
  return found[0] ?? null;
}

/** The same solver, after this fix has been tried. */
export function afterFix(fix: Fix, solver: Solver): Solver {
  return {
    name: solver.name,
    async solve(_, tools) {
      const { verdict } = await tools.propose(fix);
      if (verdict === "pass") return "solved";
      return verdict === "declined" ? "passed" : solver.solve(tools.now(), tools);
    },
  };
}

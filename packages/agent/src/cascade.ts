import { type Solver, WorkOver } from "./solver.ts";

/**
 * Several solvers as one, the cheapest first. Each may pass, and the next continues with everything
 * that was seen and tried. An error of one is reported, and the next is tried.
 */
export function cascade(
  solvers: readonly Solver[],
  onError: (solver: Solver, error: unknown) => void = () => undefined,
): Solver {
  return {
    name: solvers.map(({ name }) => name).join(", "),
    async solve(_, tools) {
      for (const solver of solvers) {
        if (tools.now().attemptsLeft === 0) return "passed";
        try {
          if ((await solver.solve(tools.now(), tools)) === "solved") return "solved";
        } catch (error) {
          if (error instanceof WorkOver) throw error;
          onError(solver, error);
        }
      }
      return "passed";
    },
  };
}

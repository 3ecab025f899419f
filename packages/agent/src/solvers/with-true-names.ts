/**
 * A solver that reads and says what was scrubbed, as it is on its own user's machine. Whatever it
 * asks and proposes is scrubbed again: contracts are stored, and a model elsewhere may read on.
 */
import type { Problem } from "../problem.ts";
import type { Fix, Solver, Trial } from "../solver.ts";

/** The placeholders of one user's texts, both ways. */
export interface Redactions {
  scrub(text: string): string;
  /** Leaves a placeholder of which the value is not certain. */
  restore(text: string): string;
}

export function withTrueNames(solver: Solver, { scrub, restore }: Redactions): Solver {
  const restored = (problem: Problem): Problem => ({
    ...problem,
    command: restore(problem.command),
    error: restore(problem.error),
    seen: problem.seen.map(({ command, output }) => ({
      command: restore(command),
      output: restore(output),
    })),
    tried: problem.tried.map(({ shell, correctedCommand, said }) => ({
      shell: restore(shell),
      correctedCommand: correctedCommand === null ? null : restore(correctedCommand),
      said: restore(said),
    })),
  });
  return {
    name: solver.name,
    solve: (problem, tools) =>
      solver.solve(restored(problem), {
        ...tools,
        now: () => restored(tools.now()),
        async look(command) {
          const look = await tools.look(scrub(command));
          return look.isSeen ? { ...look, output: restore(look.output) } : look;
        },
        async propose(fix): Promise<Trial> {
          const trial = await tools.propose(changedFix(fix, scrub));
          return trial.verdict === "fail" ? { ...trial, said: restore(trial.said) } : trial;
        },
      }),
  };
}

/** The fix with each of its texts changed. */
export function changedFix(fix: Fix, change: (text: string) => string): Fix {
  const { shell, explanation, correctedCommand } = fix;
  return {
    ...fix,
    shell: change(shell),
    explanation: change(explanation),
    ...(correctedCommand === undefined ? {} : { correctedCommand: change(correctedCommand) }),
  };
}

/** A solver at work on one failure of a fixture. */
import { SOME_PROBLEM } from "../../../../test/some-problem.ts";
import type { Problem, Seen, Tried } from "../../../problem.ts";
import type { Fix, Hint, Solver, Tools } from "../../../solver.ts";
import type { FailedCommand } from "../rule.ts";
import type { FixtureProject } from "./fixture-project.ts";

export const MAX_LOOKS = 5;
const MAX_ATTEMPTS = 5;

export interface Proposal {
  readonly fix: Fix;
  readonly output: string;
}

export interface Attempted {
  readonly proposals: readonly Proposal[];
  readonly hints: readonly Hint[];
  readonly isSolved: boolean;
  /** From the failure to the first proposal. */
  readonly proposalMs: number;
  readonly looks: number;
}

/** A fix that `isKnownToWork` is not run in the sandbox again. */
export async function trySolver(
  project: FixtureProject,
  failed: FailedCommand,
  solver: Solver,
  isKnownToWork: (fix: Fix) => boolean = () => false,
): Promise<Attempted> {
  const seen: Seen[] = [];
  const tried: Tried[] = [];
  const proposals: Proposal[] = [];
  const hints: Hint[] = [];
  let looks = 0;
  let proposalMs = Number.NaN;
  const startMs = performance.now();
  const tools: Tools = {
    now: () => ({ ...problemOf(failed, seen, tried), looksLeft: MAX_LOOKS - looks }),
    async look(command) {
      looks += 1;
      const output = await project.look(command);
      if (output === null) return { isSeen: false, because: "refused" };
      seen.push({ command, output });
      return { isSeen: true, output };
    },
    async propose(fix) {
      if (proposals.length === 0) proposalMs = performance.now() - startMs;
      const { isRepaired, said } = isKnownToWork(fix)
        ? { isRepaired: true, said: "" }
        : await attempted(project, fix);
      proposals.push({ fix, output: said });
      if (isRepaired) return { verdict: "pass" };
      tried.push({ shell: fix.shell, correctedCommand: fix.correctedCommand ?? null, said });
      return { verdict: "fail", said, attemptsLeft: tools.now().attemptsLeft };
    },
    hint: (hint) => void hints.push(hint),
    signal: new AbortController().signal,
  };
  const isSolved = (await solver.solve(tools.now(), tools)) === "solved";
  return { proposals, hints, isSolved, proposalMs, looks };
}

async function attempted(project: FixtureProject, fix: Fix) {
  const { isRepaired, run } = await project.attempt(fix);
  return { isRepaired, said: run.output };
}

function problemOf(failed: FailedCommand, seen: readonly Seen[], tried: readonly Tried[]): Problem {
  return {
    ...SOME_PROBLEM,
    ...failed,
    machine: { os: "Linux", arch: "x86_64", packageManagers: ["apt"] },
    looksLeft: MAX_LOOKS,
    attemptsLeft: MAX_ATTEMPTS - tried.length,
    seen,
    tried,
  };
}

/** The proposals and their output, for the message of a failing test. */
export function told(proposals: readonly Proposal[]): string {
  return proposals.map(({ fix, output }) => `${JSON.stringify(fix)}\n${output}`).join("\n");
}

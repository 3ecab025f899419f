/**
 * The rules as a solver: whoever recognises the failure looks, proposes, and is out of it. What
 * was seen already is not asked again; what was tried already is not proposed again.
 */
import type { Problem } from "../../problem.ts";
import type { Fix, Solver, Tools } from "../../solver.ts";
import { ALL_RULES } from "./all-rules.ts";
import type { Ask, Rule } from "./rule.ts";

/** The rest of the attempts belongs to whoever comes after. */
const MAX_PROPOSALS = 2;

export interface RulesSolverOptions {
  readonly rules?: readonly Rule[];
  /** Which rule proposed what. */
  readonly onProposal?: (rule: Rule, fix: Fix) => void;
}

export function rulesSolver({
  rules = ALL_RULES,
  onProposal = () => undefined,
}: RulesSolverOptions = {}): Solver {
  return {
    name: "rules",
    async solve(problem, tools) {
      const ask = remembering(tools);
      let proposed = 0;
      for (const rule of rules) {
        if (!rule.matches(problem)) continue;
        const fix = await rule.repair(problem, ask);
        if (fix === null || wasTried(tools.now(), fix)) continue;
        onProposal(rule, fix);
        proposed += 1;
        const trial = await tools.propose(fix);
        if (trial.verdict === "pass") return "solved";
        if (proposed >= MAX_PROPOSALS || tools.now().attemptsLeft === 0) return "passed";
      }
      return "passed";
    },
  };
}

function remembering(tools: Tools): Ask {
  const answers = new Map<string, string | null>();
  for (const { command, output } of tools.now().seen) answers.set(command, output);
  return async (command) => {
    const known = answers.get(command);
    if (known !== undefined) return known;
    if (tools.now().looksLeft === 0) return null;
    const look = await tools.look(command);
    const answer = look.isSeen ? look.output : null;
    answers.set(command, answer);
    return answer;
  };
}

function wasTried({ tried }: Problem, { shell, correctedCommand }: Fix): boolean {
  return tried.some(
    (earlier) => earlier.shell === shell && earlier.correctedCommand === (correctedCommand ?? null),
  );
}

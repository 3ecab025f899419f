/** The rules at work on one failure, with the shop's look and the shop's sandbox as their tools. */
import type { Problem } from "../../../problem.ts";
import type { Fix, Tools } from "../../../solver.ts";
import type { FailedCommand, Rule } from "../rule.ts";
import { rulesSolver } from "../rules-solver.ts";
import type { RepairShop } from "./repair-shop.ts";

export const MAX_LOOKS = 5;
const MAX_ATTEMPTS = 5;

export interface Proposal {
  readonly rule: Rule;
  readonly fix: Fix;
  readonly output: string;
}

export interface Attempted {
  readonly proposals: readonly Proposal[];
  readonly isSolved: boolean;
  /** From the failure to the first proposal. */
  readonly proposalMs: number;
  readonly looks: number;
}

export async function tryRules(shop: RepairShop, failed: FailedCommand): Promise<Attempted> {
  const proposals: Proposal[] = [];
  let rule: Rule | undefined;
  let proposalMs = Number.NaN;
  const startMs = performance.now();
  const tools: Tools = {
    now: () => problemOf(failed, MAX_LOOKS - shop.looks.length, MAX_ATTEMPTS - proposals.length),
    async look(command) {
      const output = await shop.look(command);
      return output === null ? { isSeen: false, because: "refused" } : { isSeen: true, output };
    },
    async propose(fix) {
      if (proposals.length === 0) proposalMs = performance.now() - startMs;
      const { isRepaired, run } = await shop.attempt(fix);
      if (rule !== undefined) proposals.push({ rule, fix, output: run.output });
      if (isRepaired) return { verdict: "pass" };
      const attemptsLeft = MAX_ATTEMPTS - proposals.length;
      return { verdict: "fail", said: run.output, attemptsLeft };
    },
    signal: new AbortController().signal,
  };
  const solver = rulesSolver({
    onProposal: (by) => {
      rule = by;
    },
  });
  const isSolved = (await solver.solve(tools.now(), tools)) === "solved";
  return { proposals, isSolved, proposalMs, looks: shop.looks.length };
}

function problemOf(failed: FailedCommand, looksLeft: number, attemptsLeft: number): Problem {
  return {
    ...failed,
    contract: "c",
    principal: "p",
    type: "",
    machine: { os: "Linux", arch: "x86_64", packageManagers: ["apt"] },
    checks: [],
    mode: "supervised",
    looksLeft,
    attemptsLeft,
    seen: [],
    tried: [],
  };
}

/** What was proposed and what came of it, for whoever reads a failing test. */
export function told(proposals: readonly Proposal[]): string {
  return proposals
    .map(({ rule, fix, output }) => `${rule.name}: ${JSON.stringify(fix)}\n${output}`)
    .join("\n");
}

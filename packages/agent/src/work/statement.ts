/** What the agent says to a court: what is wrong with the rejection of its fix, then the record. */
import type { Contract } from "@bazaar/doors/http/connect";
import type { Check } from "@bazaar/kernel";
import { argumentOn } from "./argument.ts";
import type { Rejection } from "./rejection.ts";

const MAX_PATTERN = 200;

export function statementOn(contract: Contract, rejection: Rejection | null): string {
  const claim = rejection === null ? [] : claimAgainst(rejection, contract.state.terms.checks);
  return [...claim, argumentOn(contract)].join("\n");
}

function claimAgainst(
  { fix, verdict, support }: Rejection,
  checks: readonly Check[],
): readonly string[] {
  const agreed = checks.map(wordsFor).join("; ");
  const rejected = `Entry ${verdict.seq} rejects my fix of entry ${fix.seq}`;
  switch (support) {
    case "contradicted":
      return [`${rejected}, but its own evidence passes every agreed check (${agreed}).`];
    case "unsupported":
      return [
        `${rejected} without evidence for the agreed checks (${agreed}).`,
        "The principal ran these checks and has their result; no result in the record shows a failure.",
      ];
    case "supported":
      return [];
  }
}

function wordsFor(check: Check): string {
  switch (check.method) {
    case "exit_code":
      return `exit code ${check.expected}`;
    case "output_match":
      return `output that matches ${JSON.stringify(check.pattern.slice(0, MAX_PATTERN))}`;
    case "principal":
      return "the principal's approval";
  }
}

/** What the agent says to a court: what is wrong with the rejection of its fix, then the record. */
import type { Contract } from "@bazaar/doors/connection";
import { type Check, checkWords } from "@bazaar/kernel";
import { argumentOn } from "./argument.ts";
import type { Rejection } from "./rejection.ts";

/** A check may quote a long pattern. */
const MAX_WORDS = 220;

export function statementOn(contract: Contract, rejection: Rejection | null): string {
  const claim = rejection === null ? [] : claimAgainst(rejection, contract.state.terms.checks);
  return [...claim, argumentOn(contract)].join("\n");
}

function claimAgainst(
  { fix, verdict, support }: Rejection,
  checks: readonly Check[],
): readonly string[] {
  const agreed = checks.map((check) => checkWords(check).slice(0, MAX_WORDS)).join("; ");
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

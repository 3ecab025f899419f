/** What it means to decline a fix of a market elsewhere that passed its check. */
import { type ContractState, nextBench } from "@bazaar/kernel";
import { backIfDeclinedAndLost } from "../contracts/stakes.ts";

/** Before the question: a no can cost more than it seems. Null if it can cost nothing. */
export function costOfDeclining(state: ContractState): string | null {
  const back = backIfDeclinedAndLost(state);
  return back === null
    ? null
    : `a fix that passed can go to court, and the agent would probably win: you would get back ${back}`;
}

/** Afterwards: nothing else is shown until the agent decides. */
export function whatFollowsDeclining({ terms }: ContractState): string {
  const choices =
    nextBench(terms, "replay") === null ? "try again or leave" : "try again, leave or go to court";
  return `the agent may ${choices}; Ctrl+C stops waiting, fix status shows what happens`;
}

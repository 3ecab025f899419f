/**
 * Tier 0: the market runs the check again in a clean sandbox. It costs nothing and comes first,
 * before every court whose terms allow it.
 */
import { isReplayable } from "../check/check.ts";
import type { ContractState } from "../contract/state.ts";
import { invariant } from "../invariant.ts";
import type { Silence, Window } from "./court.ts";
import { courtOf } from "./courts.ts";

/** Added to two runs: for fetching what is run, and for a sandbox that starts slowly. */
const PREPARATION_SECONDS = 120;

/**
 * Whether this case can be replayed: only after a fix. Without one it is bound to fail, and would be
 * the cheapest way to leave late.
 */
export function canReplay({ terms, seat }: ContractState): boolean {
  const { court } = terms;
  // After acceptance only the first fix sets the grace period to null.
  const isHandedIn = seat?.isAccepted === true && seat.graceEndsMs === null;
  return isHandedIn && courtOf(court.kind).replays(court) && isReplayable(terms);
}

/** Time for one run that fails for no fault of the work, and another. */
export function replayWindow({ terms }: ContractState): Window {
  const seconds = 2 * terms.rules.executionSeconds + PREPARATION_SECONDS;
  return { kind: "ruling", seconds, waitingFor: "court" };
}

/** A checker that does not answer has no verdict. */
export function replaySilence({ case: open }: ContractState): Silence {
  invariant(open !== null && open.question !== null, "the check to be run again has no question");
  const data = { verdict: "no_verdict", reason: "timeout", question: BigInt(open.question) };
  return { type: "checked", data };
}

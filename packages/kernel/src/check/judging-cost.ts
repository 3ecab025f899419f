/**
 * What judging the checks of a contract may cost, whatever evidence is sent.
 *
 * A server judges on its event loop, again with every report and every reading of a case, and both terms
 * and evidence are written by strangers. So each kind of check says from its terms how much it takes at
 * worst, and the sum is bounded at posting. A step is some ten nanoseconds.
 */
import { TEXT_LIMITS } from "../contract/rules.ts";

/** For all checks of a contract: some 60 ms. */
const MAX_JUDGING_STEPS = 6_000_000;

/** The longest text, list or object that evidence can have. */
export const MAX_EVIDENCE = TEXT_LIMITS.evidence;

/** Why a check that takes this many steps cannot follow others that take `before`; or null. */
export function costProblem(method: string, steps: number, before: number): string | null {
  if (before + steps <= MAX_JUDGING_STEPS) return null;
  const most = `at most ${MAX_JUDGING_STEPS} for all checks of a contract`;
  const all = before === 0 ? "" : `, ${before + steps} with the checks before it`;
  return `${method} takes up to ${steps} steps to judge${all}; ${most}`;
}

/**
 * The record of how a result was made: there, whole, signed by the provider for this job, and the one that
 * the result names. It shows who vouches for the record, not that the record is true.
 *
 * The evidence says what reading it gave; a trajectory that the market no longer has is nobody's fault.
 */
import { isJsonArray, isJsonObject, type JsonObject } from "../../canonical/json.ts";
import type { CheckKind } from "../check-kind.ts";
import { type NamedCheck, verdictOf } from "../named-check.ts";
import { jobPayload } from "../rerun.ts";
import { openStep, step } from "../step.ts";

export interface TrajectoryCheck {
  readonly method: "trajectory";
}

/** What a reader found first that is wrong with a trajectory. */
const PROBLEMS = ["missing", "unreadable", "unsigned", "different"] as const;

export type TrajectoryProblem = (typeof PROBLEMS)[number];

/** Each problem is found by one step; those before it have passed. */
const STEPS: Readonly<Record<TrajectoryProblem, string>> = {
  missing: "trajectory_present",
  unreadable: "trajectory_readable",
  unsigned: "trajectory_signed",
  different: "trajectory_matches",
};

const COUNTS = "trajectory_counts";
const NOT_SEEN = "it was not seen";

export const trajectory: CheckKind<TrajectoryCheck> = {
  method: "trajectory",
  documentMethod: "trajectory",
  replays: (_, work) => jobPayload(work) !== null,
  decidedBy: "trajectory",
  read: () => ({ method: "trajectory" }),
  json: ({ method }) => ({ method }),
  judge: (check, evidence) => verdictOf(named(check, evidence)),
  named,
  cost: () => 0,
  isSupported: ({ trajectory }) => isJsonObject(trajectory),
  words: () => "a signed record of how it was made",
  rule: () =>
    "the result names its trajectory, which is whole, signed by the provider for this job and " +
    "contract, has the hash and the session that the result states, and counts itself right",
};

function named(_: TrajectoryCheck, { trajectory: facts }: JsonObject): readonly NamedCheck[] {
  const names = [...PROBLEMS.map((problem) => STEPS[problem]), COUNTS];
  if (!isJsonObject(facts)) return names.map((name) => openStep(name, NOT_SEEN));
  if (facts.stored === false) return names.map((name) => openStep(name, "it is not stored"));
  const { problem, says } = facts;
  const failed = (PROBLEMS as readonly unknown[]).indexOf(problem);
  const passed = problem === null ? PROBLEMS.length : Math.max(failed, 0);
  const steps = PROBLEMS.map((each, place) => {
    if (place === failed) return step(STEPS[each], typeof says === "string" ? says : each);
    return place < passed ? step(STEPS[each], null) : openStep(STEPS[each], NOT_SEEN);
  });
  return [...steps, failed === -1 ? countStep(facts) : openStep(COUNTS, NOT_SEEN)];
}

function countStep({ wrong_counts: wrong }: JsonObject): NamedCheck {
  if (!isJsonArray(wrong)) return openStep(COUNTS, NOT_SEEN);
  const [first] = wrong;
  return step(COUNTS, first === undefined ? null : `${String(first)} is wrong`);
}

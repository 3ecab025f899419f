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
const NOT_STORED = "it is not stored";

export const trajectory: CheckKind<TrajectoryCheck> = {
  method: "trajectory",
  documentMethod: "trajectory",
  replays: (_, work) => jobPayload(work) !== null,
  decidedBy: "trajectory",
  read: () => ({ method: "trajectory" }),
  json: ({ method }) => ({ method }),
  judge: (_, evidence) => verdictOf(named(_, evidence)),
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
  if (!isJsonObject(facts)) return names.map((name) => openStep(name, "it was not seen"));
  if (facts.stored === false) return names.map((name) => openStep(name, NOT_STORED));
  const { problem, says } = facts;
  const failed = PROBLEMS.find((known) => known === problem);
  if (failed === undefined) {
    const isSeen = problem === null;
    return [
      ...PROBLEMS.map((each) =>
        isSeen ? step(STEPS[each], null) : openStep(STEPS[each], "it was not seen"),
      ),
      countStep(facts),
    ];
  }
  const at = PROBLEMS.indexOf(failed);
  return names.map((name, place) => {
    if (place > at) return openStep(name, "it was not seen");
    return step(name, place < at ? null : typeof says === "string" ? says : failed);
  });
}

function countStep({ wrong_counts: wrong }: JsonObject): NamedCheck {
  if (!isJsonArray(wrong)) return openStep(COUNTS, "it was not seen");
  const [first] = wrong;
  return step(COUNTS, first === undefined ? null : `${String(first)} is wrong`);
}

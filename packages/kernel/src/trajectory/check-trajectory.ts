/**
 * Everything that a buyer, a server or a judge can check of a trajectory that was delivered: that it
 * can be read, that it is the one that the result names, who signed it and for which job, and
 * whether it counts itself right.
 */
import type { Verify } from "../identity/verify.ts";
import { accept, type Result, refuse } from "../refusal.ts";
import { type WrongCount, wrongCounts } from "./counts.ts";
import { type Expected, type Match, matchStatement } from "./match-statement.ts";
import { readReplay, type Trajectory } from "./read-replay.ts";
import { type TrajectoryStatement, verifyStatement } from "./statement.ts";
import { trajectoryHash } from "./trajectory-hash.ts";

/** What the result and the terms say. Absent fields are not compared. */
export interface ExpectedTrajectory extends Expected {
  readonly trajectoryHash?: string;
  readonly sessionId?: string;
}

export interface Delivered {
  /** Of REPLAY.jsonl. */
  readonly text: string;
  /** Null if there is none; whether that is enough is for the terms to say. */
  readonly statement: TrajectoryStatement | null;
}

export interface CheckedTrajectory {
  readonly trajectory: Trajectory;
  readonly signed: Match | "unsigned";
  readonly wrongCounts: readonly WrongCount[];
}

export function checkTrajectory(
  { text, statement }: Delivered,
  expected: ExpectedTrajectory,
  verify: Verify,
): Result<CheckedTrajectory> {
  const read = readReplay(text);
  if (!read.ok) return read;
  const trajectory = read.value;
  const signed = signedPart(statement, trajectory, expected, verify);
  if (!signed.ok) return signed;
  // The hash of a redacted copy's original is known only from its provider.
  const isCopy = signed.value === "outline" && statement !== null;
  const hash = isCopy ? statement.trajectoryHash : trajectoryHash(trajectory);
  for (const [field, stated, actual] of [
    ["session_id", expected.sessionId, trajectory.start.sessionId],
    ["trajectory_hash", expected.trajectoryHash, hash],
  ] as const) {
    if (stated !== undefined && stated !== actual) {
      return refuse({ code: "trajectory_differs", field, stated, actual });
    }
  }
  return accept({ trajectory, signed: signed.value, wrongCounts: wrongCounts(trajectory) });
}

function signedPart(
  statement: TrajectoryStatement | null,
  trajectory: Trajectory,
  expected: Expected,
  verify: Verify,
): Result<Match | "unsigned"> {
  if (statement === null) return accept("unsigned");
  const verified = verifyStatement(statement, verify);
  return verified.ok ? matchStatement(statement, trajectory, expected) : verified;
}

/** Whether a signed statement is about this trajectory, this job and this provider. */
import type { Party } from "../identity/party.ts";
import { accept, type Refused, type Result, refuse } from "../refusal.ts";
import type { Trajectory } from "./read-replay.ts";
import type { RecordedJob, TrajectoryStatement } from "./statement.ts";
import { outlineHash, trajectoryHash } from "./trajectory-hash.ts";

/** What the reader knows besides the file. Absent fields are not compared. */
export interface Expected extends Partial<RecordedJob> {
  readonly provider?: Party;
}

/**
 * `whole`: every line is the signed one. `outline`: the file is a redacted copy, so everything but
 * the redacted content is the signed one, and that content has the hash that stands beside it.
 */
export type Match = "whole" | "outline";

export function matchStatement(
  statement: TrajectoryStatement,
  trajectory: Trajectory,
  expected: Expected = {},
): Result<Match> {
  const about =
    differenceOf("provider", statement.provider, expected.provider) ??
    differenceOf("job_hash", statement.jobHash, expected.jobHash) ??
    differenceOf("contract", statement.contract, expected.contract) ??
    differenceOf("session_id", statement.sessionId, trajectory.start.sessionId) ??
    differenceOf("outline_hash", statement.outlineHash, outlineHash(trajectory));
  if (about !== null) return about;
  const { redactedFrom } = trajectory.header;
  // A copy names the hash that it cannot have itself; the name must still be the signed one.
  const claimed = redactedFrom ?? trajectoryHash(trajectory);
  const hash = differenceOf("trajectory_hash", statement.trajectoryHash, claimed);
  if (hash !== null) return hash;
  return accept(redactedFrom === null ? "whole" : "outline");
}

function differenceOf(
  field: string,
  stated: string | null,
  actual: string | null | undefined,
): Refused | null {
  if (actual === undefined || actual === stated) return null;
  return refuse({
    code: "trajectory_differs",
    field,
    stated: stated ?? "null",
    actual: actual ?? "null",
  });
}

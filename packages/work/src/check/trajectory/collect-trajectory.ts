/** Reads the trajectory that a result names, and says what is wrong with it first. Nothing runs. */
import {
  artifactHash,
  checkTrajectory,
  type JsonObject,
  parseStatement,
  type Refusal,
  type TrajectoryProblem,
} from "@bazaar/kernel";
import { nobleVerify } from "@bazaar/kernel/noble";
import type { JobCollector } from "../../job/job.ts";

/** A longer trajectory is not read: a court reads it beside its other work. */
export const MAX_TRAJECTORY_BYTES = 4 * 2 ** 20;

const MAX_SAYS = 400;
const NAMES = ["trajectory_hash", "trajectory_id"] as const;

export const collectTrajectory: JobCollector<unknown> = async (
  _,
  { result, about },
  { readArtifact },
) => {
  if (about === undefined) return {};
  const hash = artifactHash(result.trajectory_artifact);
  if (hash === null) return wrong("missing", "the result names no trajectory");
  const bytes = await readArtifact(hash, MAX_TRAJECTORY_BYTES);
  // A market keeps what a result names, so this is not the provider's fault.
  if (bytes === null) return { trajectory: { stored: false } };
  if (bytes === "too_long") {
    return wrong("unreadable", `it is longer than ${MAX_TRAJECTORY_BYTES} bytes`);
  }
  const statement = parseStatement(result.trajectory_statement ?? null);
  const { trajectory_hash: trajectoryHash, trajectory_id: sessionId } = result;
  const expected = {
    ...about,
    ...(typeof trajectoryHash === "string" ? { trajectoryHash } : {}),
    ...(typeof sessionId === "string" ? { sessionId } : {}),
  };
  const text = Buffer.from(bytes).toString("utf8");
  const delivered = { text, statement: statement.ok ? statement.value : null };
  const checked = checkTrajectory(delivered, expected, nobleVerify);
  if (!checked.ok) return wrong(problemOf(checked.refusal), wordsOf(checked.refusal));
  if (!statement.ok) return wrong("unsigned", "the result has no signed statement about it");
  const unnamed = NAMES.find((name) => typeof result[name] !== "string");
  if (unnamed !== undefined) return wrong("different", `the result states no ${unnamed}`);
  const { trajectory, wrongCounts } = checked.value;
  return {
    trajectory: {
      problem: null,
      lines: BigInt(trajectory.lines.length),
      wrong_counts: wrongCounts.map(({ field }) => field),
    },
  };
};

function problemOf({ code }: Refusal): TrajectoryProblem {
  if (code === "bad_signature") return "unsigned";
  return code === "trajectory_differs" ? "different" : "unreadable";
}

function wordsOf(refusal: Refusal): string {
  if (refusal.code === "malformed_trajectory") {
    const { line, field, problem } = refusal;
    return [
      ...(line === 0 ? [] : [`line ${line}`]),
      ...(field === "" ? [] : [field]),
      problem,
    ].join(": ");
  }
  if (refusal.code === "trajectory_differs") {
    return `${refusal.field} is ${refusal.actual}, not ${refusal.stated}`;
  }
  return "its signature is not the provider's";
}

/** What it says may repeat a text of the provider's. */
function wrong(problem: TrajectoryProblem, says: string): JsonObject {
  return { trajectory: { problem, says: says.slice(0, MAX_SAYS).toWellFormed() } };
}

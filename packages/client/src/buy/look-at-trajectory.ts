/**
 * The record of how a result was made: fetched, and checked against what the result says of it. It proves
 * who vouches for the record, not that the record is true, so it decides nothing by itself.
 */
import type { Contract } from "@bazaar/doors/connection";
import {
  artifactHash,
  checkTrajectory,
  type JsonObject,
  parseStatement,
  type Refusal,
  type Verify,
} from "@bazaar/kernel";
import type { ReadArtifact } from "@bazaar/work";

export interface TrajectoryLook {
  readonly isValid: boolean;
  /** For a person. */
  readonly words: string;
}

/** A longer one is not read. */
const MAX_BYTES = 64 * 2 ** 20;

export async function lookAtTrajectory(
  payload: JsonObject,
  { id, state }: Contract,
  { readArtifact, verify }: { readonly readArtifact: ReadArtifact; readonly verify: Verify },
): Promise<TrajectoryLook> {
  const hash = artifactHash(payload.trajectory_artifact);
  if (hash === null) return invalid("the result names none");
  const bytes = await readArtifact(hash, MAX_BYTES);
  if (bytes === null) return invalid("it is not stored");
  if (bytes === "too_long") return invalid(`it is longer than ${MAX_BYTES} bytes`);
  const statement = parseStatement(payload.trajectory_statement ?? null);
  if (!statement.ok) return invalid("nobody has signed it");
  const { trajectory_hash: stated } = payload;
  const { job_hash: jobHash } = state.terms.work.spec;
  const expected = {
    ...(typeof stated === "string" ? { trajectoryHash: stated } : {}),
    ...(typeof jobHash === "string" ? { jobHash } : {}),
    ...(state.seat === null ? {} : { provider: state.seat.agent }),
    contract: id,
  };
  const text = Buffer.from(bytes).toString("utf8");
  const checked = checkTrajectory({ text, statement: statement.value }, expected, verify);
  if (!checked.ok) return invalid(refusedWords(checked.refusal));
  const [wrong] = checked.value.wrongCounts;
  if (wrong !== undefined) return invalid(`it counts itself wrong: ${wrong.field}`);
  return {
    isValid: true,
    words: `signed by the provider, ${checked.value.trajectory.lines.length} lines`,
  };
}

function invalid(words: string): TrajectoryLook {
  return { isValid: false, words };
}

function refusedWords(refusal: Refusal): string {
  if (refusal.code === "trajectory_differs") return `it is another one: ${refusal.field}`;
  return "problem" in refusal ? String(refusal.problem) : refusal.code;
}

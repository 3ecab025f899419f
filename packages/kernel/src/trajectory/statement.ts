/**
 * What a provider signs about a trajectory: whose work it is, for which job, and both hashes.
 *
 * Signed over the RFC 8785 text of the fields, with a field that no other signed text of the market
 * has, so that this signature fits nothing else. It proves who vouches for the record, not that the
 * record is true.
 */
import { fields } from "../canonical/fields.ts";
import type { Json, JsonObject } from "../canonical/json.ts";
import { rfc8785 } from "../canonical/rfc8785.ts";
import type { Party } from "../identity/party.ts";
import type { Signer } from "../identity/signer.ts";
import type { Verify } from "../identity/verify.ts";
import { invariant } from "../invariant.ts";
import { accept, type Result, refuse } from "../refusal.ts";
import { MAX_NAME_LENGTH } from "./limits.ts";
import type { Trajectory } from "./read-replay.ts";
import { outlineHash, trajectoryHash } from "./trajectory-hash.ts";

/** The work that a trajectory records. */
export interface RecordedJob {
  /** "sha256:" and 64 hex digits; null where the work is not a job. */
  readonly jobHash: string | null;
  /** All 64 digits of the contract's id; null for work outside a contract. */
  readonly contract: string | null;
}

export interface TrajectoryFacts extends RecordedJob {
  readonly provider: Party;
  readonly sessionId: string;
  readonly trajectoryHash: string;
  readonly outlineHash: string;
}

export interface TrajectoryStatement extends TrajectoryFacts {
  readonly signature: string;
}

const DOMAIN = "bazaar/1";
const HASH = /^sha256:[0-9a-f]{64}$/;
const SIGNATURE_DIGITS = 128;
const FIELDS = [
  "trajectory",
  "provider",
  "job_hash",
  "contract",
  "session_id",
  "trajectory_hash",
  "outline_hash",
  "signature",
] as const;

/** What the provider signs. */
export function trajectoryText(facts: TrajectoryFacts): string {
  const text = rfc8785(factsJson(facts));
  invariant(text.ok, "ids of a trajectory that was read are well-formed");
  return text.value;
}

/** Of the file as it was recorded: the original, never a redacted copy of it. */
export function signTrajectory(
  signer: Signer,
  trajectory: Trajectory,
  job: RecordedJob,
): TrajectoryStatement {
  invariant(trajectory.header.redactedFrom === null, "a redacted copy has no hash of its own");
  const facts: TrajectoryFacts = {
    jobHash: job.jobHash,
    contract: job.contract,
    provider: signer.party,
    sessionId: trajectory.start.sessionId,
    trajectoryHash: trajectoryHash(trajectory),
    outlineHash: outlineHash(trajectory),
  };
  return { ...facts, signature: signer.sign(trajectoryText(facts)) };
}

export function statementJson({ signature, ...facts }: TrajectoryStatement): JsonObject {
  return { ...factsJson(facts), signature };
}

export function parseStatement(json: Json): Result<TrajectoryStatement> {
  const read = fields(json);
  read.onlyKnown(FIELDS);
  read.oneOf("trajectory", [DOMAIN]);
  const hash = (name: string): string => {
    const text = read.string(name, { max: MAX_NAME_LENGTH });
    if (!HASH.test(text)) read.fault(name, "expected sha256: and 64 lower-case hex digits");
    return text;
  };
  const statement: TrajectoryStatement = {
    provider: read.party("provider"),
    jobHash: read.optional("job_hash", hash),
    contract: read.optional("contract", (name) => read.hex(name, 64)),
    sessionId: read.string("session_id", { min: 1, max: MAX_NAME_LENGTH }),
    trajectoryHash: hash("trajectory_hash"),
    outlineHash: hash("outline_hash"),
    signature: read.hex("signature", SIGNATURE_DIGITS),
  };
  if (!statement.sessionId.isWellFormed()) read.fault("session_id", "half a surrogate pair");
  const { problem } = read;
  if (problem === null) return accept(statement);
  return refuse({ code: "malformed_trajectory", line: 0, ...problem });
}

/** Whether its provider signed it. What it says is compared by `matchStatement`. */
export function verifyStatement(
  statement: TrajectoryStatement,
  verify: Verify,
): Result<TrajectoryStatement> {
  const { signature, ...facts } = statement;
  return verify(facts.provider, trajectoryText(facts), signature)
    ? accept(statement)
    : refuse({ code: "bad_signature", author: facts.provider });
}

function factsJson(facts: TrajectoryFacts): JsonObject {
  return {
    trajectory: DOMAIN,
    provider: facts.provider,
    job_hash: facts.jobHash,
    contract: facts.contract,
    session_id: facts.sessionId,
    trajectory_hash: facts.trajectoryHash,
    outline_hash: facts.outlineHash,
  };
}

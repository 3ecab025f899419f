/**
 * A worker's payload becomes the result of a job: completed with what only the provider knows, held
 * against the schema, and stored as an artifact where it is too long for an entry.
 */
import type { Connection } from "@bazaar/doors/connection";
import {
  type ContractId,
  chainJson,
  fields,
  isJsonObject,
  type JsonObject,
  type Party,
  payloadText,
  readReplay,
  SCHEMA_VERSION,
  schemaOf,
  signTrajectory,
  statementJson,
  TEXT_LIMITS,
} from "@bazaar/kernel";
import { type Recorded, recorded } from "./trajectory-recorder.ts";
import type { JobRequest, Worked } from "./worker.ts";

export interface ResultNeeds {
  readonly connection: Pick<Connection, "keepArtifact" | "signer">;
  readonly contract: ContractId;
  readonly job: JobRequest;
  readonly worker: string;
  /** The agreed price; null if it is not in sats. */
  readonly sats: bigint | null;
  readonly signal: AbortSignal;
}

export type Result =
  | { readonly is: "ready"; readonly text: string; readonly payload: JsonObject }
  | { readonly is: "unusable"; readonly because: string };

export async function makeResult(
  needs: ResultNeeds,
  worked: Extract<Worked, { is: "done" }>,
  own: Recorded,
): Promise<Result> {
  const { connection, job, signal } = needs;
  const trajectory = ofWorker(worked.replay) ?? own;
  const stored = await connection.keepArtifact(Buffer.from(trajectory.text, "utf8"), signal);
  if (!stored.ok) return unusable(`the trajectory was not stored: ${stored.refusal.detail}`);
  const named = {
    trajectory_id: trajectory.sessionId,
    trajectory_hash: trajectory.hash,
    trajectory_artifact: stored.value,
  };
  const payload: JsonObject = { ...complete(needs, worked.payload, trajectory), ...named };
  const problem = problemOf(job, payload);
  if (problem !== null) return unusable(`the worker's result does not fit ${problem}`);
  const head = { schema_id: job.schemaId, schema_version: SCHEMA_VERSION, job_hash: job.jobHash };
  const text = chainJson({ ...head, payload });
  if (text.length <= TEXT_LIMITS.fix) return { is: "ready", text, payload };
  const canonical = payloadText(payload);
  if (!canonical.ok) return unusable("the worker's result is long and has no canonical form");
  const artifact = await connection.keepArtifact(Buffer.from(canonical.value, "utf8"), signal);
  if (!artifact.ok) return unusable(`the result was not stored: ${artifact.refusal.detail}`);
  const repeated = { status: payload.status ?? null, ...named };
  const long = chainJson({ ...head, payload_artifact: artifact.value, ...repeated });
  return { is: "ready", text: long, payload };
}

/** A trajectory that cannot be read is not passed on; the provider has its own. */
function ofWorker(replay: string | null): Recorded | null {
  const read = replay === null ? null : readReplay(replay);
  return read?.ok ? recorded(read.value) : null;
}

function complete(
  { connection: { signer }, job: { jobHash }, contract, worker, sats }: ResultNeeds,
  payload: JsonObject,
  { trajectory }: Recorded,
): JsonObject {
  const statement = signTrajectory(signer, trajectory, { jobHash, contract });
  return {
    ...payload,
    trajectory_statement: statementJson(statement),
    ...(sats === null ? {} : { cost_sats: sats }),
    // On the ledger nothing is invoiced.
    invoice: null,
    provenance: provenanceOf(payload.provenance, worker, signer.party),
  };
}

function provenanceOf(
  given: JsonObject[string] | undefined,
  worker: string,
  party: Party,
): JsonObject {
  const own = isJsonObject(given) ? given : {};
  const model = typeof own.model === "string" ? own.model : worker;
  return { ...own, model, provider_id: party };
}

/** The schema and the field that does not fit it; null if all do. */
function problemOf({ schemaId }: JobRequest, payload: JsonObject): string | null {
  const read = fields(payload, "result");
  schemaOf(schemaId)?.readOutputs(read);
  if (read.problem === null) return null;
  return `${schemaId}: ${read.problem.field}: ${read.problem.problem}`;
}

function unusable(because: string): Result {
  return { is: "unusable", because };
}

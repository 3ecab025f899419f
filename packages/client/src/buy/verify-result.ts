/**
 * The buyer's own look at a result: the same collectors that a court would run, in a sandbox of the
 * buyer's machine. Nothing that the provider says about its own work counts.
 */
import type { Connection, Contract } from "@bazaar/doors/connection";
import {
  isJsonObject,
  type JsonObject,
  type NamedCheck,
  namedChecks,
  type Verdict,
  type Verify,
} from "@bazaar/kernel";
import {
  freshSampleSeed,
  type JobTools,
  type OpenSandbox,
  type ReadArtifact,
  readResult,
  replayJob,
} from "@bazaar/work";
import { lookAtTrajectory, type TrajectoryLook } from "./look-at-trajectory.ts";

export interface VerifyNeeds {
  readonly connection: Pick<Connection, "artifact" | "clock">;
  readonly openSandbox: OpenSandbox;
  /** Checks signatures of every kind of key. */
  readonly verify: Verify;
  readonly signal: AbortSignal;
}

export interface VerifiedResult {
  readonly verdict: Verdict;
  readonly named: readonly NamedCheck[];
  /** As it is recorded with the report. */
  readonly evidence: JsonObject;
  readonly reason: string | null;
  readonly trajectory: TrajectoryLook;
}

/** `result` is the `fix` that was handed in. */
export async function verifyResult(
  contract: Contract,
  result: string,
  needs: VerifyNeeds,
): Promise<VerifiedResult> {
  const { work, checks, rules } = contract.state.terms;
  const { payload } = work.spec;
  const { clock } = needs.connection;
  const endMs = clock.nowMs() + rules.executionSeconds * 1_000;
  const tools: JobTools = {
    openSandbox: needs.openSandbox,
    readArtifact: artifactReader(needs),
    leftMs: () => endMs - clock.nowMs(),
    signal: needs.signal,
  };
  const job = {
    spec: work.spec,
    payload: isJsonObject(payload) ? payload : {},
    result,
    checks,
    sampleSeed: freshSampleSeed(),
  };
  const { verdict, evidence } = await replayJob(job, tools);
  const { reason } = evidence;
  const read = await readResult(work.spec, result, tools.readArtifact);
  const handedIn = "payload" in read ? read.payload : {};
  const look = { readArtifact: tools.readArtifact, verify: needs.verify };
  const trajectory = await lookAtTrajectory(handedIn, contract, look);
  return {
    verdict,
    named: checks.flatMap((check) => namedChecks(check, evidence)),
    evidence: { ...evidence, trajectory: { valid: trajectory.isValid, says: trajectory.words } },
    trajectory,
    reason: typeof reason === "string" ? reason : null,
  };
}

/** An artifact that the market refuses to give is not there. */
export function artifactReader({
  connection,
  signal,
}: Pick<VerifyNeeds, "connection" | "signal">): ReadArtifact {
  return async (hash, maxBytes) => {
    const got = await connection.artifact(`sha256:${hash}`, maxBytes, signal);
    return got.ok ? got.value : null;
  };
}

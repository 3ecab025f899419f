/**
 * The buyer's own look at a result: the same collectors that a court would run, in a sandbox of the
 * buyer's machine. Nothing that the provider says about its own work counts.
 */
import { AnswerTooLong, type Connection, type Contract } from "@bazaar/doors/connection";
import {
  type Check,
  invariant,
  isJsonObject,
  type Json,
  type JsonObject,
  judgeRun,
  type NamedCheck,
  namedChecks,
  type Party,
  type Verdict,
} from "@bazaar/kernel";
import {
  freshSampleSeed,
  type JobTools,
  type OpenSandbox,
  type ReadArtifact,
  replayJob,
} from "@bazaar/work";
import { type TrajectoryLook, trajectoryLook } from "./look-at-trajectory.ts";

export interface VerifyNeeds {
  readonly connection: Pick<Connection, "artifact" | "clock">;
  readonly openSandbox: OpenSandbox;
  readonly signal: AbortSignal;
  /** How the commands of a patch ended on this commit before it, if that is known. */
  readonly baseline?: readonly Json[];
}

export interface VerifiedResult {
  readonly verdict: Verdict;
  readonly named: readonly NamedCheck[];
  /** As it is recorded with the report. */
  readonly evidence: JsonObject;
  readonly reason: string | null;
  readonly trajectory: TrajectoryLook;
}

/** Of the time to report, for the report itself. */
const MARGIN_MS = 20_000;

/** `result` is the `fix` that was handed in. */
export async function verifyResult(
  contract: Contract,
  result: string,
  needs: VerifyNeeds,
): Promise<VerifiedResult> {
  const { work, checks, rules } = contract.state.terms;
  const { payload } = work.spec;
  const { clock } = needs.connection;
  const limitMs = rules.executionSeconds * 1_000;
  const reportMs = clock.nowMs() + limitMs + rules.verificationSeconds * 1_000;
  const endMs = reportMs - Math.min(MARGIN_MS, (rules.verificationSeconds * 1_000) / 2);
  const tools: JobTools = {
    openSandbox: needs.openSandbox,
    readArtifact: artifactReader(needs),
    leftMs: () => endMs - clock.nowMs(),
    limitMs,
    signal: needs.signal,
  };
  const job = {
    spec: work.spec,
    payload: isJsonObject(payload) ? payload : {},
    result,
    contract: contract.id,
    provider: providerOf(contract),
    checks: withTrajectory(checks),
    sampleSeed: freshSampleSeed(),
    ...(needs.baseline === undefined ? {} : { baseline: needs.baseline }),
  };
  const { evidence } = await replayJob(job, tools);
  const { reason } = evidence;
  return {
    verdict: judgeRun(checks, evidence),
    named: checks.flatMap((check) => namedChecks(check, evidence)),
    evidence,
    trajectory: trajectoryLook(evidence),
    reason: typeof reason === "string" ? reason : null,
  };
}

/** The record of how a result was made is looked at in any case, and decides where the terms say so. */
function withTrajectory(checks: readonly Check[]): readonly Check[] {
  const isAsked = checks.some(({ method }) => method === "trajectory");
  return isAsked ? checks : [...checks, { method: "trajectory" }];
}

/** Who handed in what is verified. */
export function providerOf({ state }: Contract): Party {
  invariant(state.seat !== null, "a result was handed in without a seat");
  return state.seat.agent;
}

/** An artifact that the market refuses to give is not there. */
export function artifactReader({
  connection,
  signal,
}: Pick<VerifyNeeds, "connection" | "signal">): ReadArtifact {
  return async (hash, maxBytes) => {
    try {
      const got = await connection.artifact(`sha256:${hash}`, maxBytes, signal);
      return got.ok ? got.value : null;
    } catch (error) {
      if (error instanceof AnswerTooLong) return "too_long";
      throw error;
    }
  };
}

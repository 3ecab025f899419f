/** One job from its artifacts to the text of its result. */
import { BadAnswer, type Connection, type Contract } from "@bazaar/doors/connection";
import { jobRepository, sha256Hex } from "@bazaar/kernel";
import { MAX_BUNDLE_BYTES } from "@bazaar/work";
import { makeResult, type Result } from "./make-result.ts";
import { TrajectoryRecorder } from "./trajectory-recorder.ts";
import type { JobRequest, Repository, Worker } from "./worker.ts";

export interface DoNeeds {
  readonly connection: Connection;
  readonly worker: Worker;
  /** See `ResultNeeds`. */
  readonly sats: bigint | null;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Every failure is a reason; it rejects only if the market is gone or the signal aborts. */
export async function doJob(needs: DoNeeds, { id }: Contract, job: JobRequest): Promise<Result> {
  const { connection, worker, timeoutMs, signal } = needs;
  const startedMs = performance.now();
  const repository = await fetchRepository(needs, job);
  if (typeof repository === "string") return unusable(repository);
  const recorder = new TrajectoryRecorder(sessionOf(id, connection), () =>
    connection.clock.nowMs(),
  );
  const leftMs = Math.max(1, timeoutMs - (performance.now() - startedMs));
  const worked = await worker.work({ job, repository, timeoutMs: leftMs, signal, recorder });
  const own = recorder.end(worked.is === "done" ? "Success" : "Failed");
  signal.throwIfAborted();
  if (worked.is === "failed") return unusable(worked.because);
  const { name } = worker;
  const { sats } = needs;
  return makeResult({ connection, contract: id, job, worker: name, sats, signal }, worked, own);
}

/** Null if the job has none; a reason if it cannot be had. */
async function fetchRepository(
  { connection, signal }: DoNeeds,
  job: JobRequest,
): Promise<Repository | string | null> {
  const named = jobRepository(job.envelope);
  if (named === null) return null;
  if (named === "invalid") return "the request names no bundle and commit of a repository";
  try {
    const fetched = await connection.artifact(named.artifact, MAX_BUNDLE_BYTES, signal);
    if (fetched.ok) return { bundle: fetched.value, commit: named.commit };
    return `the repository's bundle is not there: ${fetched.refusal.detail}`;
  } catch (error) {
    if (!(error instanceof BadAnswer)) throw error;
    return `the repository's bundle cannot be used: ${error.message}`;
  }
}

/** The same job by the same provider is one session, also after a restart. */
function sessionOf(contract: string, { party }: Connection): string {
  const id = sha256Hex(`${contract} ${party}`).slice(0, 24);
  return `session_${id}`;
}

function unusable(because: string): Result {
  return { is: "unusable", because };
}

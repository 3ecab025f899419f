/**
 * Why a provider does not take a job with these terms, however well it could do the work: a result could
 * not pass, the provider could not know whether it does, or nobody but the buyer would decide about it.
 */
import {
  areJobChecks,
  fields,
  hearsDisputes,
  isReplayable,
  readJob,
  type Terms,
} from "@bazaar/kernel";

/** Null: it may be taken. */
export function termsProblem({ work, checks, court }: Terms): string | null {
  const job = readJob(fields(work.spec, "work.spec"));
  if (job === null || !areJobChecks(job, checks)) {
    return "its checks are not those that its schema asks for";
  }
  if (!isReplayable({ work, checks: ownChecks(checks) })) {
    return "its result cannot be checked here before it is handed in";
  }
  return hearsDisputes(court)
    ? null
    : "nobody but the buyer would decide whether its result passes";
}

/** Those that a provider can run itself. */
export function ownChecks(checks: Terms["checks"]): Terms["checks"] {
  return checks.filter(({ method }) => method !== "principal");
}

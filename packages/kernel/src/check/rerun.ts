/**
 * What of the work a stranger needs to run a check again.
 *
 * The terms must name all of it, because nothing else is agreed: a command with its files, the payload
 * of a job, a repository that the market keeps. A `command` ran on a private machine, and a task is
 * words: neither names any.
 */
import { isJsonObject, type JsonObject } from "../canonical/json.ts";
import type { Work } from "../contract/terms.ts";
import { jobRepository } from "../job/job-repository.ts";
import { readRunSpec } from "./run-spec.ts";

/** The payload of a job with a schema; null: the work is none. */
export function jobPayload({ kind, spec }: Work): JsonObject | null {
  if (kind === "command" || kind === "task" || typeof spec.schema_id !== "string") return null;
  return isJsonObject(spec.payload) ? spec.payload : null;
}

/** Whether the work is a command of the terms that anybody can run on top of a result. */
export function isCommandAgreed(work: Work): boolean {
  return work.kind === "run" && jobPayload(work) === null && readRunSpec(work.spec).ok;
}

/** Whether the work is a job whose repository the market keeps. */
export function hasRepository(work: Work): boolean {
  const named = jobPayload(work) === null ? null : jobRepository(work.spec);
  return named !== null && named !== "invalid";
}

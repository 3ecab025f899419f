/**
 * What of the work a stranger needs to run a check again.
 *
 * The terms must name all of it, because nothing else is agreed: a command with its files, the payload
 * of a job, a repository that the market keeps. A `command` ran on a private machine, and a task is
 * words: neither names any.
 */
import { artifactHash } from "../canonical/artifact-name.ts";
import { isJsonObject, type Json, type JsonObject } from "../canonical/json.ts";
import type { Work } from "../contract/terms.ts";
import { readRunSpec } from "./run-spec.ts";

const COMMIT = /^[0-9a-f]{40}$/;

/** The payload of a job with a schema; null: the work is none. */
export function jobPayload({ kind, spec }: Work): JsonObject | null {
  if (kind === "command" || kind === "task" || typeof spec.schema_id !== "string") return null;
  return isJsonObject(spec.payload) ? spec.payload : null;
}

/** Whether the work is a command of the terms that anybody can run on top of a result. */
export function isCommandAgreed(work: Work): boolean {
  return work.kind === "run" && jobPayload(work) === null && readRunSpec(work.spec).ok;
}

/** A commit as git names it, whole. */
export function isCommit(text: string): boolean {
  return COMMIT.test(text);
}

/** Whether these name a commit, and a bundle with it that the market keeps. */
export function isRepository(bundle: Json | undefined, commit: Json | undefined): boolean {
  return artifactHash(bundle) !== null && typeof commit === "string" && isCommit(commit);
}

/**
 * What the entries of one seat say about its work: the trajectory that the last result names, and
 * the evidence that was reported last about it.
 *
 * The result and its trajectory are the provider's claim; a check or the buyer decides what they are
 * worth. A new seat begins without any.
 */
import type { Json, JsonObject } from "../canonical/json.ts";
import { evidenceHash } from "../check/evidence-hash.ts";
import type { Terms } from "../contract/terms.ts";
import { readJobResult, recordedResult } from "../job/envelope.ts";
import type { Entry } from "../transcript/entry.ts";
import { MAX_RECEIPT_ID, type Receipt } from "./receipt.ts";

export type WorkFacts = Pick<
  Receipt,
  "sessionId" | "trajectoryId" | "trajectoryHash" | "verificationHash"
>;

type ResultFacts = Omit<WorkFacts, "verificationHash">;

const NO_RESULT: ResultFacts = { sessionId: null, trajectoryId: null, trajectoryHash: null };

export const NO_WORK: WorkFacts = { ...NO_RESULT, verificationHash: null };

/** What is known after one more entry, which the rules have accepted. */
export function afterEntry(facts: WorkFacts, { type, data }: Entry, terms: Terms): WorkFacts {
  switch (type) {
    // Whoever takes the seat, nobody has handed in anything in it yet.
    case "bond":
    case "accept":
      return NO_WORK;
    case "fix":
      // Evidence about an earlier result says nothing about this one.
      return { ...resultOf(data.fix, terms), verificationHash: null };
    case "verify":
    case "checked":
      return { ...facts, verificationHash: evidenceHash(data.evidence) };
    default:
      return facts;
  }
}

/** The hash of the job's payload, if the terms have a job with a schema. */
export function jobHashOf({ work }: Pick<Terms, "work">): string | null {
  const { schema_id, job_hash } = work.spec;
  return typeof schema_id === "string" ? digest(job_hash) : null;
}

/** An id that somebody has chosen: a text of limited length, with a UTF-8 form. */
export function chosenId(value: Json | undefined): string | null {
  if (typeof value !== "string" || value.length === 0 || value.length > MAX_RECEIPT_ID) return null;
  return value.isWellFormed() ? value : null;
}

/** A payload that is an artifact is not in the transcript: its envelope names the trajectory. */
function resultOf(text: Json | undefined, terms: Terms): ResultFacts {
  if (typeof text !== "string" || jobHashOf(terms) === null) return NO_RESULT;
  const result = readJobResult(terms.work.spec, text);
  if (!result.ok) return NO_RESULT;
  return trajectoryOf(recordedResult(result.value));
}

/** A trajectory is the record of one session, so where no session is named its id stands for it. */
function trajectoryOf(payload: JsonObject): ResultFacts {
  const trajectoryId = chosenId(payload.trajectory_id);
  return {
    sessionId: chosenId(payload.session_id) ?? trajectoryId,
    trajectoryId,
    trajectoryHash: digest(payload.trajectory_hash),
  };
}

const DIGEST = /^sha256:[0-9a-f]{64}$/;

function digest(value: Json | undefined): string | null {
  return typeof value === "string" && DIGEST.test(value) ? value : null;
}

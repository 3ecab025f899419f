import { randomUUID } from "node:crypto";
import type { JsonObject } from "@bazaar/kernel";
import { jobEnvelope, SAMPLE_JOBS } from "@bazaar/testkit";

export const TEXT = "oa.text_gen.v1";

/** A job that no other one repeats, with changes to the document and to its request. */
export function textJob(changes: JsonObject = {}, payload: JsonObject = {}): JsonObject {
  const request = { ...SAMPLE_JOBS[TEXT]?.request, idempotency_key: randomUUID(), ...payload };
  return {
    ...jobEnvelope(TEXT, request),
    budget: { amount: "1", currency: "XNO" },
    ...changes,
  };
}

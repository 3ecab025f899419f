/**
 * What a buyer lets one purchase do: from whom, for how much, and what a result must pass. All of it is
 * in the document of the job, so anyone who has that can tell whether a `policy_bundle_id` is its hash.
 */
import { fields } from "../canonical/fields.ts";
import type { JsonObject } from "../canonical/json.ts";
import { checkJson } from "../check/read-check.ts";
import { accept, type Result, refuse } from "../refusal.ts";
import { payloadHash, readJob } from "./envelope.ts";
import { readJobChecks } from "./job-checks.ts";

const POLICY = "bazaar/1";

/** Of a document that names a schema. */
export function purchasePolicy(document: JsonObject): Result<JsonObject> {
  const read = fields(document, "job");
  const job = readJob(read);
  const checks = job === null ? [] : readJobChecks(read, job, "read");
  const budget = read.jsonObject("budget");
  if (read.problem !== null) return refuse({ code: "malformed_terms", ...read.problem });
  const { schema_id = null, provider = null, judge = null, panel = false } = document;
  return accept({
    policy: POLICY,
    schema_id,
    budget,
    provider,
    judge,
    panel,
    checks: checks.map(checkJson),
  });
}

/** The `policy_bundle_id` of a buyer that has no other policy. */
export function policyId(document: JsonObject): Result<string> {
  const policy = purchasePolicy(document);
  return policy.ok ? payloadHash(policy.value) : policy;
}

/** The document of a job, from what its buyer wants. */
import {
  invariant,
  type JsonObject,
  type Party,
  payloadHash,
  policyId,
  SCHEMA_VERSION,
} from "@bazaar/kernel";

export interface JobWish {
  readonly schemaId: string;
  readonly payload: JsonObject;
  /** A decimal amount and its currency. */
  readonly budget: { readonly amount: string; readonly currency: string };
  /** Nobody else may do it; null: anybody. */
  readonly provider: Party | null;
  /** Who rules if the two sides disagree; null: the check is run again. */
  readonly judge: string | null;
  /** Whether a result without a signed record of how it was made fails. */
  readonly needsTrajectory: boolean;
  /** Who or what approves every price within the budget: a rule, or a person. */
  readonly approvalRuleId: string;
}

export function jobDocument(wish: JobWish): JsonObject {
  const hash = payloadHash(wish.payload);
  invariant(hash.ok, "a payload that a buyer makes can be hashed");
  const document: JsonObject = {
    schema_id: wish.schemaId,
    schema_version: SCHEMA_VERSION,
    job_hash: hash.value,
    payload: wish.payload,
    budget: { ...wish.budget },
    ...(wish.needsTrajectory ? { verification: [{ method: "trajectory" }] } : {}),
    ...(wish.provider === null ? {} : { provider: wish.provider }),
    ...(wish.judge === null ? {} : { judge: wish.judge }),
    approval_rule_id: wish.approvalRuleId,
  };
  const policy = policyId(document);
  // A document that states no policy cannot be posted either.
  return policy.ok ? { ...document, policy_bundle_id: policy.value } : document;
}

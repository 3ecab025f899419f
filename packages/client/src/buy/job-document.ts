/** The document of a job, from what its buyer wants. */
import {
  invariant,
  type JsonObject,
  type Party,
  payloadHash,
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
  /** What in the buyer's policy approved this purchase: a rule, or a person. */
  readonly approvalRuleId: string | null;
  /** The hash of the policy that was in force. */
  readonly policyBundleId: string | null;
}

export function jobDocument(wish: JobWish): JsonObject {
  const hash = payloadHash(wish.payload);
  invariant(hash.ok, "a payload that a buyer makes can be hashed");
  return {
    schema_id: wish.schemaId,
    schema_version: SCHEMA_VERSION,
    job_hash: hash.value,
    payload: wish.payload,
    budget: { ...wish.budget },
    ...(wish.needsTrajectory ? { verification: [{ method: "trajectory" }] } : {}),
    ...(wish.provider === null ? {} : { provider: wish.provider }),
    ...(wish.judge === null ? {} : { judge: wish.judge }),
    ...(wish.approvalRuleId === null ? {} : { approval_rule_id: wish.approvalRuleId }),
    ...(wish.policyBundleId === null ? {} : { policy_bundle_id: wish.policyBundleId }),
  };
}

/**
 * The buyer's approval of a price. Posting approves every price within the budget, of every provider that
 * the document lets do the job; once a provider has named one, this is what was approved, by which rule, under which
 * policy. It is the buyer's own record: receipts repeat the rule and the hash of the policy.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Contract } from "@bazaar/doors/connection";
import { writeWhole } from "@bazaar/guard/write-whole";
import {
  type ContractId,
  chainJson,
  type JsonObject,
  type Party,
  purchasePolicy,
} from "@bazaar/kernel";

export interface Approval {
  readonly contract: ContractId;
  readonly provider: Party;
  /** A decimal amount and its currency. */
  readonly price: string;
  /** As in the posted document; null: it names none. */
  readonly ruleId: string | null;
  readonly policyId: string | null;
  /** What `policyId` is the hash of, if the document states it. */
  readonly policy: JsonObject | null;
}

export function approvalOf({ id, state }: Contract, provider: Party, price: string): Approval {
  const { document } = state.terms;
  const { approval_rule_id: rule, policy_bundle_id: policyId } = document;
  const policy = purchasePolicy(document);
  return {
    contract: id,
    provider,
    price,
    ruleId: typeof rule === "string" ? rule : null,
    policyId: typeof policyId === "string" ? policyId : null,
    policy: policy.ok ? policy.value : null,
  };
}

/** One private file for each job and provider. What was recorded before a crash stays. */
export function keepApproval(directory: string, approval: Approval, nowMs: number): void {
  const { contract, provider, price, ruleId, policyId, policy } = approval;
  const path = join(directory, `${contract}-${provider}.json`.replaceAll(":", "_"));
  if (existsSync(path)) return;
  const record = {
    approved_at: new Date(nowMs).toISOString(),
    contract,
    provider,
    price,
    approval_rule_id: ruleId,
    policy_bundle_id: policyId,
    policy,
  };
  writeWhole(path, `${chainJson(record)}\n`);
}

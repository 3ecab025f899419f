import type { JsonObject } from "../canonical/json.ts";
import { keyOf, providerId } from "./provider-id.ts";
import { RECEIPT_VERSION, type Receipt, type SignedReceipt } from "./receipt.ts";

/** The receipt with its field names on the wire; `keys` and ids of parties are derived. */
export function receiptJson(receipt: Receipt): JsonObject {
  const { buyer, provider, payee, paymentProof, settled, paidAt } = receipt;
  return {
    version: BigInt(RECEIPT_VERSION),
    receipt_id: receipt.receiptId,
    session_id: receipt.sessionId,
    trajectory_hash: receipt.trajectoryHash,
    policy_bundle_id: receipt.policyBundleId,
    job_hash: receipt.jobHash,
    payment_proof: paymentProof === null ? null : { ...paymentProof },
    rail: receipt.rail,
    asset_id: receipt.assetId,
    amount_msats: receipt.amountMsats,
    provider_id: providerId(provider),
    approval_rule_id: receipt.approvalRuleId,
    timestamp: paidAt,
    job_id: receipt.jobId,
    verification_hash: receipt.verificationHash,
    trajectory_id: receipt.trajectoryId,
    paid_at: paidAt,
    buyer_pubkey: keyOf(buyer),
    provider_pubkey: keyOf(provider),
    market: receipt.market,
    contract: receipt.contract,
    leg: receipt.leg,
    buyer,
    provider,
    payee: { role: payee.role, party: payee.party },
    asset: receipt.asset,
    amount: receipt.amount,
    settled: { seq: BigInt(settled.seq), head: settled.head },
  };
}

/** The signature beside what it covers. */
export function signedReceiptJson({ receipt, signer, signature }: SignedReceipt): JsonObject {
  return { receipt: receiptJson(receipt), signer, signature };
}

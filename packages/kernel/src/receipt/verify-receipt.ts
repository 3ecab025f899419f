/**
 * Verifies a receipt offline and says what was checked, what failed and what nobody could check
 * here.
 *
 * The signature alone shows that some key made this statement. That it is the market's key must be
 * known from elsewhere; that the statement follows from the rules takes the transcript.
 */
import { chainJson } from "../canonical/chain-json.ts";
import { isJsonObject, type Json } from "../canonical/json.ts";
import { isSameData } from "../canonical/same-data.ts";
import type { ContractId, Terms } from "../contract/terms.ts";
import type { Party } from "../identity/party.ts";
import type { Verify } from "../identity/verify.ts";
import { payloadHash } from "../job/envelope.ts";
import { policyId } from "../job/purchase-policy.ts";
import { accept, type Refusal, type Result } from "../refusal.ts";
import { type Transcript, verifyTranscript } from "../transcript/verify-transcript.ts";
import { checkPaymentProof } from "./check-payment-proof.ts";
import type { Finding } from "./finding.ts";
import type { Receipt, SignedReceipt } from "./receipt.ts";
import { receiptId } from "./receipt-id.ts";
import { receiptJson } from "./receipt-json.ts";
import { receiptsOf } from "./receipts-of.ts";
import { receiptText } from "./sign-receipt.ts";
import { jobHashOf } from "./work-facts.ts";

/** What a transcript says about receipts, once it is verified. */
export interface ReceiptGrounds {
  readonly contract: ContractId;
  /** Those that follow from it; empty if it is not settled. */
  readonly receipts: readonly Receipt[];
  /** Whether the job hash is the hash of the job; null if there is none or it cannot be hashed. */
  readonly isJobHash: boolean | null;
  /** The hash of the policy that the posted document states; null if it states none. */
  readonly policyId: string | null;
}

export interface ReceiptChecks {
  readonly verify: Verify;
  /** The key of the market, known from elsewhere. */
  readonly marketKey?: Party | null;
  /** From `receiptGrounds`; a refusal if the transcript is not valid. */
  readonly grounds?: Result<ReceiptGrounds> | null;
  /** 64 hex digits, of the invoice that was paid. */
  readonly paymentHash?: string | null;
}

/** Verifies a whole transcript, once for all receipts of its contract. */
export function receiptGrounds(transcript: Transcript, verify: Verify): Result<ReceiptGrounds> {
  const state = verifyTranscript(transcript, verify);
  if (!state.ok) return state;
  const receipts = receiptsOf(transcript, verify);
  if (!receipts.ok) return receipts;
  const { terms } = state.value;
  const policy = policyId(terms.document);
  return accept({
    contract: transcript.id,
    receipts: receipts.value,
    isJobHash: jobHashHolds(terms),
    policyId: policy.ok ? policy.value : null,
  });
}

/** Nothing failed if no finding is `fail`; what was not checked may still be wrong. */
export function verifyReceipt(signed: SignedReceipt, checks: ReceiptChecks): readonly Finding[] {
  const { receipt } = signed;
  return [
    checkSignature(signed, checks.verify),
    checkSigner(signed, checks.marketKey ?? null),
    checkId(receipt),
    ...checkGrounds(receipt, checks.grounds ?? null),
    checkPaymentProof(receipt, checks.paymentHash ?? null),
  ];
}

function checkSignature({ receipt, signer, signature }: SignedReceipt, verify: Verify): Finding {
  return verify(signer, receiptText(receipt), signature)
    ? { name: "signature", verdict: "pass", details: `${signer} signed this receipt` }
    : { name: "signature", verdict: "fail", details: `${signer} did not sign this receipt` };
}

function checkSigner({ receipt, signer }: SignedReceipt, marketKey: Party | null): Finding {
  const name = "signer";
  if (signer !== receipt.market) {
    return { name, verdict: "fail", details: `the receipt is for ${receipt.market} to sign` };
  }
  if (marketKey === null) {
    const details = "give the market's key to check that the signer is that market";
    return { name, verdict: "not_checked", details };
  }
  return signer === marketKey
    ? { name, verdict: "pass", details: "the signer is the market" }
    : { name, verdict: "fail", details: `the market's key is ${marketKey}` };
}

function checkId({ receiptId: id, contract, leg }: Receipt): Finding {
  const name = "receipt_id";
  return id === receiptId(contract, leg)
    ? { name, verdict: "pass", details: "it is derived from the contract and the leg" }
    : { name, verdict: "fail", details: "it is not derived from this contract and leg" };
}

function checkGrounds(
  receipt: Receipt,
  grounds: Result<ReceiptGrounds> | null,
): readonly Finding[] {
  const said = (verdict: Finding["verdict"], details: string): readonly Finding[] => [
    { name: "transcript", verdict, details },
  ];
  if (grounds === null) {
    return said("not_checked", "give the transcript to check that the receipt follows from it");
  }
  if (!grounds.ok) return said("fail", `the transcript is not valid: ${placeOf(grounds.refusal)}`);
  const { contract, receipts, isJobHash, policyId: policy } = grounds.value;
  if (contract !== receipt.contract) {
    return said("fail", `the transcript is of another contract: ${contract}`);
  }
  if (receipts.length === 0) return said("fail", "the transcript shows no settled payment");
  const expected = receipts.find(({ leg }) => leg === receipt.leg);
  if (expected === undefined) return said("fail", "the transcript orders no such leg");
  const differing = differences(receiptJson(receipt), receiptJson(expected));
  if (differing.length > 0) return differing;
  return [
    ...said("pass", "every field of the receipt follows from it"),
    ...checkJobHash(receipt, isJobHash),
    ...checkPolicy(receipt, policy),
  ];
}

function checkJobHash({ jobHash }: Receipt, isJobHash: boolean | null): readonly Finding[] {
  if (jobHash === null) return [];
  const name = "job_hash";
  if (isJobHash === null) {
    return [{ name, verdict: "not_checked", details: "the transcript has no payload to hash" }];
  }
  return isJobHash
    ? [{ name, verdict: "pass", details: "it is the hash of the job's payload" }]
    : [{ name, verdict: "fail", details: "it is not the hash of the job's payload" }];
}

/** A buyer may have a policy that nobody else knows, and any name for it. */
function checkPolicy({ policyBundleId }: Receipt, policy: string | null): readonly Finding[] {
  if (policyBundleId === null) return [];
  const name = "policy_bundle_id";
  return policyBundleId === policy
    ? [{ name, verdict: "pass", details: "it is the hash of what the posted document allows" }]
    : [{ name, verdict: "not_checked", details: "the policy is not in the transcript" }];
}

function jobHashHolds(terms: Terms): boolean | null {
  const { payload } = terms.work.spec;
  if (!isJsonObject(payload)) return null;
  const hash = payloadHash(payload);
  return hash.ok ? hash.value === jobHashOf(terms) : null;
}

/** One finding per field that is not what the transcript gives. */
function differences(
  given: Readonly<Record<string, Json>>,
  expected: Readonly<Record<string, Json>>,
): readonly Finding[] {
  return Object.entries(expected)
    .filter(([name, value]) => !isSameData(given[name], value))
    .map(([name, value]) => ({
      name,
      verdict: "fail",
      details: `the receipt says ${chainJson(given[name] ?? null)}, the transcript ${chainJson(value)}`,
    }));
}

function placeOf(refusal: Refusal): string {
  if (refusal.code === "broken_chain") return `entry ${refusal.seq}: ${refusal.problem}`;
  return refusal.code;
}

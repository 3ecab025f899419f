/**
 * The receipt of one settled leg: it ties a payment to the work, its check and the transcript that
 * they follow from.
 *
 * Every field follows from the transcript up to its `settled` entry, so issuing a receipt twice
 * gives the same bytes, and anyone with the transcript can make the receipt again and compare. What
 * a contract does not have is null: a failed command has no job hash and no trajectory.
 */
import type { Payee } from "../contract/act.ts";
import type { ContractId } from "../contract/terms.ts";
import type { Party } from "../identity/party.ts";

export const RECEIPT_VERSION = 1;

export const PAYMENT_RAILS = ["lightning", "cashu", "onchain", "taproot_assets", "ledger"] as const;

export const PROOF_TYPES = [
  "lightning_preimage",
  "cashu_proof",
  "onchain_txid",
  "ledger_entry",
] as const;

export type PaymentRail = (typeof PAYMENT_RAILS)[number];
export type ProofType = (typeof PROOF_TYPES)[number];

/** Characters of an id that a buyer or a provider has chosen. */
export const MAX_RECEIPT_ID = 200;
/** Characters of a payment proof: a Cashu token is the longest. */
export const MAX_PROOF = 8_192;

export interface PaymentProof {
  readonly type: ProofType;
  readonly value: string;
}

export interface Receipt {
  readonly receiptId: string;
  /** The market that paid; its key signs the receipt. */
  readonly market: Party;
  readonly contract: ContractId;
  /** The key of the leg. */
  readonly leg: string;
  /** The contract again, if its work is a job. */
  readonly jobId: ContractId | null;
  readonly jobHash: string | null;
  readonly sessionId: string | null;
  readonly trajectoryId: string | null;
  readonly trajectoryHash: string | null;
  /** The hash of the evidence that was reported last before the leg was ordered. */
  readonly verificationHash: string | null;
  /** The buyer's own words, from the document it posted. */
  readonly policyBundleId: string | null;
  readonly approvalRuleId: string | null;
  readonly buyer: Party;
  /** Who held the seat when the leg was ordered. */
  readonly provider: Party | null;
  readonly payee: Pick<Payee, "role" | "party">;
  readonly rail: PaymentRail;
  readonly asset: string;
  readonly assetId: string;
  /** A decimal text in units of the asset, exact. */
  readonly amount: string;
  readonly amountMsats: bigint | null;
  /** Null if the market had none when it wrote `settled`. */
  readonly paymentProof: PaymentProof | null;
  /** The `settled` entry: its place and its hash, which is the head of the chain after it. */
  readonly settled: { readonly seq: number; readonly head: string };
  /** When the market received that entry. */
  readonly paidAt: string;
}

export interface SignedReceipt {
  readonly receipt: Receipt;
  readonly signer: Party;
  readonly signature: string;
}

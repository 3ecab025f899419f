/**
 * What a payment proof shows by itself, without asking any network.
 *
 * Only a preimage can be checked offline, against a payment hash that is known from elsewhere. For
 * everything else the answer is that it was not checked, and who could.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import type { Finding } from "./finding.ts";
import type { PaymentRail, ProofType, Receipt } from "./receipt.ts";

/** The proofs that each rail can have. Taproot assets move on chain or over Lightning. */
const PROOFS: Readonly<Record<PaymentRail, readonly ProofType[]>> = {
  lightning: ["lightning_preimage"],
  cashu: ["cashu_proof"],
  onchain: ["onchain_txid"],
  taproot_assets: ["onchain_txid", "lightning_preimage"],
  ledger: ["ledger_entry"],
};

const WHO_CAN_CHECK: Readonly<Record<ProofType, string>> = {
  lightning_preimage: "give the payment hash of the invoice to check the preimage",
  cashu_proof: "only the mint can say whether this Cashu proof was valid and spent",
  onchain_txid: "only the chain can show this transaction",
  ledger_entry: "a posting on the market's own ledger, which only the market can show",
};

const HEX64 = /^[0-9a-f]{64}$/;

/** `paymentHash` is 64 hex digits, from the invoice that was paid; null if it is not known. */
export function checkPaymentProof(
  { paymentProof, rail, leg }: Pick<Receipt, "paymentProof" | "rail" | "leg">,
  paymentHash: string | null,
): Finding {
  if (paymentProof === null) return found("not_checked", "the receipt has no payment proof");
  const { type, value } = paymentProof;
  if (!PROOFS[rail].includes(type)) {
    return found("fail", `a ${type} cannot prove a payment over ${rail}`);
  }
  if (type === "ledger_entry" && value !== leg) {
    return found("fail", "the ledger entry is not the leg of this receipt");
  }
  if (type === "lightning_preimage") return checkPreimage(value, paymentHash);
  return found("not_checked", WHO_CAN_CHECK[type]);
}

function checkPreimage(preimage: string, paymentHash: string | null): Finding {
  if (!HEX64.test(preimage)) return found("fail", "a preimage is 64 lower-case hex digits");
  if (paymentHash === null) return found("not_checked", WHO_CAN_CHECK.lightning_preimage);
  const isPreimage = bytesToHex(sha256(hexToBytes(preimage))) === paymentHash;
  return isPreimage
    ? found("pass", "the preimage belongs to the payment hash")
    : found("fail", "the preimage belongs to another payment hash");
}

function found(verdict: Finding["verdict"], details: string): Finding {
  return { name: "payment_proof", verdict, details };
}

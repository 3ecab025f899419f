import { rfc8785 } from "../canonical/rfc8785.ts";
import type { Signer } from "../identity/signer.ts";
import { invariant } from "../invariant.ts";
import type { Receipt, SignedReceipt } from "./receipt.ts";
import { receiptJson } from "./receipt-json.ts";

/** No entry, request, opinion or binding begins like this, so a signature fits only a receipt. */
const DOMAIN = "bazaar/receipt/1\n";

/** What the market signs: the domain, and the receipt in the form of RFC 8785. */
export function receiptText(receipt: Receipt): string {
  const text = rfc8785(receiptJson(receipt));
  invariant(text.ok, `the receipt of ${receipt.leg} has a canonical form`);
  return `${DOMAIN}${text.value}`;
}

export function signReceipt(signer: Signer, receipt: Receipt): SignedReceipt {
  invariant(signer.party === receipt.market, `${signer.party} signs for ${receipt.market}`);
  return { receipt, signer: signer.party, signature: signer.sign(receiptText(receipt)) };
}

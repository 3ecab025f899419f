import { signedReceiptJson } from "@bazaar/kernel";
import { z } from "zod";
import { answer, publicRead } from "../endpoint.ts";
import { count, decimal, hash, party } from "../shapes.ts";
import { writtenInParts } from "../wire-text.ts";
import { findContract } from "./find-contract.ts";

const digest = z.string().regex(/^sha256:[0-9a-f]{64}$/);

const receipt = z
  .object({
    version: count,
    receipt_id: digest,
    session_id: z.string().nullable(),
    trajectory_hash: digest.nullable(),
    policy_bundle_id: z.string().nullable(),
    job_hash: digest.nullable(),
    payment_proof: z.object({ type: z.string(), value: z.string() }).nullable(),
    rail: z.string(),
    asset_id: z.string(),
    amount_msats: count.nullable().describe("Millisatoshi; null for other assets than BTC."),
    provider_id: z.string().nullable().describe("An npub, or the party of another kind of key."),
    approval_rule_id: z.string().nullable(),
    timestamp: z.string().describe("ISO 8601."),
    job_id: hash.nullable(),
    verification_hash: digest.nullable(),
    trajectory_id: z.string().nullable(),
    paid_at: z.string().describe("ISO 8601."),
    buyer_pubkey: z.string().nullable(),
    provider_pubkey: z.string().nullable(),
    market: party,
    contract: hash,
    leg: z.string(),
    buyer: party,
    provider: party.nullable(),
    payee: z.object({ role: z.string(), party: party.nullable() }),
    asset: z.string(),
    amount: decimal,
    settled: z.object({ seq: count, head: hash }),
  })
  .describe("Signed in its RFC 8785 form; spec/receipts.md says how to check it.");

/** Characters of one receipt, roughly: what an answer is charged for before it is read. */
const RECEIPT_LENGTH = 2_000;

export const getReceipt = publicRead({
  path: "/contracts/{id}/receipt",
  summary: "One signed receipt per payout, once the contract is settled; an empty list before",
  tag: "money",
  answer: z.object({
    contract_id: hash,
    receipts: z.array(z.object({ receipt, signer: party, signature: z.string() })),
  }),
  run: async ({ market, name, pause, reserve }) => {
    const found = await findContract(market, name);
    if (!found.ok) return found;
    const { id, legs } = found.value.state;
    const refused = reserve(legs * RECEIPT_LENGTH);
    if (refused !== null) return refused;
    const receipts = (await market.receipts(id)).map(signedReceiptJson);
    return answer(await writtenInParts({ contract_id: id, receipts }, pause));
  },
});

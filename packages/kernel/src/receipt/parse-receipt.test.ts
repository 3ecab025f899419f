import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Float, type Json, type JsonObject, parseJson } from "../canonical/json.ts";
import { rfc8785 } from "../canonical/rfc8785.ts";
import { parseReceipt } from "./parse-receipt.ts";
import { signedReceiptJson } from "./receipt-json.ts";
import { paidCommand, paidJob, signedReceipt } from "./test/paid-stories.ts";

const COMMAND = signedReceipt(paidCommand());
const JOB = signedReceipt(paidJob());

function withReceipt(changes: JsonObject): JsonObject {
  const whole = signedReceiptJson(JOB);
  return { ...whole, receipt: { ...(whole.receipt as JsonObject), ...changes } };
}

/** The field of the first problem, or null. */
function problemOf(json: Json): string | null {
  const parsed = parseReceipt(json);
  if (parsed.ok) return null;
  return parsed.refusal.code === "malformed_entry" ? parsed.refusal.field : parsed.refusal.code;
}

test.each([COMMAND, JOB])("what is written is read back the same", (signed) => {
  const text = rfc8785(signedReceiptJson(signed));
  const json = text.ok ? parseJson(text.value) : text;
  expect(json.ok && parseReceipt(json.value)).toEqual({ ok: true, value: signed });
});

test("every field of both receipt formats is there", () => {
  const { receipt } = signedReceiptJson(JOB);
  expect(Object.keys(receipt as JsonObject)).toEqual(
    expect.arrayContaining([
      ...["receipt_id", "session_id", "trajectory_hash", "policy_bundle_id", "job_hash"],
      ...["payment_proof", "rail", "asset_id", "amount_msats", "provider_id"],
      ...["approval_rule_id", "timestamp", "job_id", "verification_hash", "buyer_pubkey"],
      ...["provider_pubkey", "trajectory_id", "paid_at"],
    ]),
  );
});

describe("a field that is missing is refused", () => {
  const { receipt } = signedReceiptJson(JOB);
  test.each(Object.keys(receipt as JsonObject))("%s", (name) => {
    const { [name]: _, ...rest } = receipt as JsonObject;
    expect(problemOf({ ...signedReceiptJson(JOB), receipt: rest })).toBe(`receipt.${name}`);
  });
});

describe("a field that cannot be is refused", () => {
  const float = new Float(1);
  test.each<[string, JsonObject]>([
    ["version", { version: 2n }],
    ["version", { version: float }],
    ["receipt_id", { receipt_id: "sha256:AB" }],
    ["session_id", { session_id: "" }],
    ["session_id", { session_id: "x".repeat(201) }],
    ["session_id", { session_id: "\ud800" }],
    ["trajectory_hash", { trajectory_hash: "7a".repeat(32) }],
    ["payment_proof.type", { payment_proof: { type: "word_of_honour", value: "x" } }],
    ["payment_proof.value", { payment_proof: { type: "cashu_proof", value: "x".repeat(8_193) } }],
    ["payment_proof.more", { payment_proof: { type: "cashu_proof", value: "x", more: 1n } }],
    ["rail", { rail: "fax" }],
    ["asset", { asset: "BTC\n" }],
    ["asset_id", { asset_id: "CREDIT: BTC" }],
    ["leg", { leg: `${JOB.receipt.contract}/01` }],
    ["leg", { leg: `${"00".repeat(32)}/0` }],
    ["leg", { leg: `${JOB.receipt.leg}\n` }],
    ["amount", { amount: "1e3" }],
    ["amount", { amount: "1.50" }],
    ["amount", { amount: "-1" }],
    ["amount", { amount: 5n }],
    ["payee.role", { payee: { role: "friend", party: null } }],
    ["payee.party", { payee: { role: "agent", party: "bob" } }],
    ["settled.seq", { settled: { seq: -1n, head: "00".repeat(32) } }],
    ["settled.seq", { settled: { seq: float, head: "00".repeat(32) } }],
    ["settled.head", { settled: { seq: 1n, head: "AA".repeat(32) } }],
    ["paid_at", { paid_at: "yesterday" }],
    ["buyer", { buyer: "fix_" }],
    ["more", { more: 1n }],
  ])("%s", (field, changes) => {
    expect(problemOf(withReceipt(changes))).toBe(`receipt.${field}`);
  });

  test.each<[string, JsonObject]>([
    ["signer", { signer: "fix_AB" }],
    ["signature", { signature: "ab" }],
    ["more", { more: 1n }],
    ["receipt", { receipt: [] }],
  ])("beside the receipt: %s", (field, changes) => {
    expect(problemOf({ ...signedReceiptJson(JOB), ...changes })).toBe(field);
  });
});

describe("a second spelling that does not agree with the first is refused", () => {
  test.each<[string, Json]>([
    ["timestamp", "2023-11-14T22:13:20.001Z"],
    ["amount_msats", 700_002n],
    ["amount_msats", null],
    ["provider_id", null],
    ["provider_pubkey", "00".repeat(32)],
    ["buyer_pubkey", null],
  ])("%s", (field, value) => {
    expect(problemOf(withReceipt({ [field]: value }))).toBe(`receipt.${field}`);
  });
});

test("no text from a stranger makes the reader throw", () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 4 }), fc.json({ maxDepth: 2 }), (text, other) => {
      const [whole, value] = [parseJson(text), parseJson(other)];
      if (whole.ok) expect(problemOf(whole.value)).not.toBeNull();
      if (value.ok) problemOf(withReceipt({ payee: value.value, amount: value.value }));
    }),
  );
});

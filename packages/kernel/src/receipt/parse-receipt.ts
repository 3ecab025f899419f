/**
 * Reads a signed receipt from anyone. Every field must be there, nothing else may be, and what is
 * derived from other fields must agree with them: a reader that looks at one of two must not be
 * misled by the other.
 */
import { type Fields, fields } from "../canonical/fields.ts";
import type { Json } from "../canonical/json.ts";
import { isSameData } from "../canonical/same-data.ts";
import type { Payee } from "../contract/act.ts";
import type { ContractId } from "../contract/terms.ts";
import type { Party } from "../identity/party.ts";
import { accept, type Result, refuse } from "../refusal.ts";
import { ROLES } from "../settlement/shares.ts";
import { millisatoshis } from "./payment.ts";
import {
  MAX_PROOF,
  MAX_RECEIPT_ID,
  PAYMENT_RAILS,
  type PaymentProof,
  PROOF_TYPES,
  RECEIPT_VERSION,
  type Receipt,
  type SignedReceipt,
} from "./receipt.ts";
import { receiptJson } from "./receipt-json.ts";

const SIGNATURE_DIGITS = 128;
const MAX_CODE = 16;
const MAX_ASSET_ID = 200;
const MAX_AMOUNT = 80;
const MAX_LEG = 80;

// Nothing that is printed about a receipt may look like a line of its own.
const CODE = /^[A-Za-z][A-Za-z0-9.]*$/;
const ASSET_ID = /^[\x21-\x7e]+$/;
const LEG = /^[0-9a-f]{64}\/(?:0|[1-9][0-9]*)$/;
const DIGEST = /^sha256:[0-9a-f]{64}$/;
const AMOUNT = /^(?:0|[1-9][0-9]*)(?:\.[0-9]*[1-9])?$/;
const TIME = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z$/;

const PAYEE_ROLES = [...ROLES, "arbiter", "sender"] as const satisfies readonly Payee["role"][];

export function parseReceipt(json: Json): Result<SignedReceipt> {
  const read = fields(json);
  read.onlyKnown(["receipt", "signer", "signature"]);
  const signer = read.party("signer");
  const signature = read.hex("signature", SIGNATURE_DIGITS);
  const inner = read.object("receipt");
  const receipt = readReceipt(inner);
  if (read.problem === null) checkDerived(inner, receipt);
  if (read.problem !== null) return refuse({ code: "malformed_entry", ...read.problem });
  return accept({ receipt, signer, signature });
}

function readReceipt(read: Fields): Receipt {
  const version = read.integer("version", { max: Number.MAX_SAFE_INTEGER });
  if (version !== RECEIPT_VERSION) read.fault("version", `expected ${RECEIPT_VERSION}`);
  const contract = read.hex("contract", 64) as ContractId;
  const leg = shaped(read, "leg", LEG, MAX_LEG, "a contract, a slash and a number");
  if (!leg.startsWith(`${contract}/`)) read.fault("leg", "it is of another contract");
  const asset = shaped(read, "asset", CODE, MAX_CODE, "the code of an asset");
  const amount = shaped(read, "amount", AMOUNT, MAX_AMOUNT, "a decimal without trailing zeros");
  return {
    receiptId: digest(read, "receipt_id"),
    market: read.party("market"),
    contract,
    leg,
    jobId: orNull(read, "job_id", (name) => read.hex(name, 64) as ContractId),
    jobHash: orNull(read, "job_hash", (name) => digest(read, name)),
    sessionId: orNull(read, "session_id", (name) => text(read, name, MAX_RECEIPT_ID)),
    trajectoryId: orNull(read, "trajectory_id", (name) => text(read, name, MAX_RECEIPT_ID)),
    trajectoryHash: orNull(read, "trajectory_hash", (name) => digest(read, name)),
    verificationHash: orNull(read, "verification_hash", (name) => digest(read, name)),
    policyBundleId: orNull(read, "policy_bundle_id", (name) => text(read, name, MAX_RECEIPT_ID)),
    approvalRuleId: orNull(read, "approval_rule_id", (name) => text(read, name, MAX_RECEIPT_ID)),
    buyer: read.party("buyer"),
    provider: orNull(read, "provider", (name) => read.party(name)),
    payee: readPayee(read.object("payee")),
    rail: read.oneOf("rail", PAYMENT_RAILS),
    asset,
    assetId: shaped(read, "asset_id", ASSET_ID, MAX_ASSET_ID, "printable ASCII without spaces"),
    amount,
    amountMsats: millisatoshis(amount, { code: asset }),
    paymentProof: orNull(read, "payment_proof", (name) => readProof(read.object(name))),
    settled: readPlace(read.object("settled")),
    paidAt: shaped(read, "paid_at", TIME, 24, "a time such as 2026-01-31T12:00:00.000Z"),
  };
}

/** The other spellings of what was read: keys, an npub, a second time, millisatoshi. */
function checkDerived(read: Fields, receipt: Receipt): void {
  const whole = receiptJson(receipt);
  read.onlyKnown(Object.keys(whole));
  for (const [name, value] of Object.entries(whole)) {
    if (!isSameData(read.json(name), value)) {
      read.fault(name, "does not agree with the other fields");
    }
  }
}

function readPayee(read: Fields): Receipt["payee"] {
  read.onlyKnown(["role", "party"]);
  const role = read.oneOf("role", PAYEE_ROLES);
  return { role, party: orNull<Party>(read, "party", (name) => read.party(name)) };
}

function readProof(read: Fields): PaymentProof {
  read.onlyKnown(["type", "value"]);
  return { type: read.oneOf("type", PROOF_TYPES), value: text(read, "value", MAX_PROOF) };
}

function readPlace(read: Fields): Receipt["settled"] {
  read.onlyKnown(["seq", "head"]);
  const seq = read.integer("seq", { max: Number.MAX_SAFE_INTEGER });
  return { seq, head: read.hex("head", 64) };
}

/** Null is written; absence is a problem. */
function orNull<T>(read: Fields, name: string, take: (name: string) => T): T | null {
  return read.json(name) === null ? null : take(name);
}

function text(read: Fields, name: string, max: number): string {
  const value = read.string(name, { min: 1, max });
  if (!value.isWellFormed()) read.fault(name, "half a surrogate pair");
  return value;
}

function digest(read: Fields, name: string): string {
  return shaped(read, name, DIGEST, 71, "sha256: and 64 lower-case hex digits");
}

function shaped(read: Fields, name: string, shape: RegExp, max: number, what: string): string {
  const value = text(read, name, max);
  if (!shape.test(value)) read.fault(name, `expected ${what}`);
  return value;
}

/** A job of the soak: a text of a given length, which anybody can check, and its results. */
import {
  chainJson,
  type JsonObject,
  type Party,
  rfc8785Hash,
  SCHEMA_VERSION,
  sha256Hex,
} from "@bazaar/kernel";
import type { ActContent } from "./signed-act.ts";

const SCHEMA_ID = "oa.text_gen.v1";
const RIGHT = "Hello.";
/** Longer than was asked for. */
const WRONG = "Hello, hello, hello.";

/** `reference` makes every job another one. */
export function sampleJob(reference: string): JsonObject {
  const payload = payloadOf(reference);
  return { ...envelope(reference), payload, budget: { amount: "0.5", currency: "XNO" } };
}

export function resultOf(reference: string, provider: Party, isRight: boolean): ActContent {
  const text = isRight ? RIGHT : WRONG;
  const payload = {
    status: "success",
    provenance: { model: "rules", provider_id: provider },
    text,
    text_sha256: sha256Hex(text),
  };
  const fix = chainJson({ ...envelope(reference), payload });
  return { act: "fix", data: { fix, explanation: "a text" } };
}

export function reportOf(isRight: boolean): ActContent {
  const text = isRight ? RIGHT : WRONG;
  const evidence = { text, claimed_sha256: sha256Hex(text) };
  return { act: "verify", data: { success: isRight, evidence } };
}

function envelope(reference: string): JsonObject {
  const hash = rfc8785Hash(payloadOf(reference));
  if (!hash.ok) throw new Error("the payload of a sample job cannot be hashed");
  return { schema_id: SCHEMA_ID, schema_version: SCHEMA_VERSION, job_hash: hash.value };
}

function payloadOf(reference: string): JsonObject {
  const max_length = BigInt(RIGHT.length);
  return { prompt: "Say hello.", max_length, max_cost_sats: 5_000n, idempotency_key: reference };
}

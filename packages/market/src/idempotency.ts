/**
 * One act per idempotency key of an author, however often it is signed again.
 *
 * The key is stored in the transaction of the act, so after a crash a repeated request finds the
 * recorded entry.
 */
import { chainJson, isJsonObject, type Json, type JsonObject } from "@bazaar/kernel";
import type { Recorded, Submission } from "./ports/market.ts";
import { saidIn } from "./submission.ts";

export function idempotencyOnceKey(author: string, key: string): string {
  return `idempotency/${author}/${key}`;
}

/** Whether an act asks for what the entry recorded; time and place of signing may differ. */
export function asksForSame(submission: Submission, { entry, state }: Recorded): boolean {
  const { type, data } = saidIn(submission);
  if (type !== entry.type) return false;
  if (type !== "post" && submission.contract !== state.id) return false;
  return chainJson(requested(type, data)) === chainJson(requested(type, entry.data));
}

/** A post signed again has another nonce and so other terms: compare the document. */
function requested(type: string, { origin: _, ...data }: JsonObject): Json {
  if (type !== "post" || !isJsonObject(data.terms)) return data;
  return data.terms.document ?? null;
}

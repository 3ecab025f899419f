/**
 * One act under one key of its author, however often it is signed again.
 *
 * The key is stored in the transaction of the act, so a crash between the act and its answer
 * changes nothing: who asks again is told of the entry that stands under the key.
 */
import { chainJson, isJsonObject, type Json, type JsonObject } from "@bazaar/kernel";
import type { Recorded, Submission } from "./ports/market.ts";
import { saidIn } from "./submission.ts";

export function idempotencyOnceKey(author: string, key: string): string {
  return `idempotency/${author}/${key}`;
}

/** Whether an act asks for what the entry recorded; when it was signed and on top of what may differ. */
export function asksForSame(submission: Submission, { entry, state }: Recorded): boolean {
  const { type, data } = saidIn(submission);
  if (type !== entry.type) return false;
  if (type !== "post" && submission.contract !== state.id) return false;
  return chainJson(wished(type, data)) === chainJson(wished(type, entry.data));
}

/** A post signed again has another nonce and so other terms; what was wished is the document. */
function wished(type: string, { origin: _, ...data }: JsonObject): Json {
  if (type !== "post" || !isJsonObject(data.terms)) return data;
  return data.terms.document ?? null;
}

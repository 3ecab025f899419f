import { isJsonObject, type Json } from "../canonical/json.ts";
import { rfc8785Hash } from "../canonical/rfc8785.ts";

/**
 * The hash of a verification: of its evidence as it is recorded, in which measures may be fractions.
 * Dispute records and receipts name it. Null without evidence, and for a text or a number that has
 * no RFC 8785 form.
 */
export function evidenceHash(evidence: Json | undefined): string | null {
  if (!isJsonObject(evidence)) return null;
  const hash = rfc8785Hash(evidence, "doubles");
  return hash.ok ? hash.value : null;
}

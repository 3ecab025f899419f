import { isJsonObject, type Json } from "../../canonical/json.ts";
import { readTerms } from "../../contract/parse-terms.ts";
import { contradiction } from "../../profiles/offer.ts";

/**
 * What the terms contradict in the signed document; null if nothing. The terms are validated where
 * the post is decided.
 */
export function statedProblem(json: Json, signed: Json | undefined): string | null {
  const terms = readTerms(json);
  if (!terms.ok || !isJsonObject(signed)) return "the terms or the document cannot be read";
  const what = contradiction(terms.value, signed);
  return what === null ? null : `the principal stated another ${what}`;
}

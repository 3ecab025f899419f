import { isJsonArray, isJsonObject, type Json } from "@bazaar/kernel";

/** One receipt, a list, or an answer or a session's receipt that contains a list. */
export function receiptsIn(json: Json): readonly Json[] {
  if (isJsonArray(json)) return json;
  if (!isJsonObject(json)) return [json];
  const list = json.receipts ?? json.payments;
  return isJsonArray(list) ? list : [json];
}

import { sha256Hex } from "../canonical/hash.ts";
import { rfc8785 } from "../canonical/rfc8785.ts";
import { invariant } from "../invariant.ts";

/** Derived from what is paid, so that one leg has one receipt however often it is issued. */
export function receiptId(contract: string, leg: string): string {
  const text = rfc8785({ contract, leg, receipt: "bazaar/1" });
  invariant(text.ok, `a receipt of ${leg} has no id`);
  return `sha256:${sha256Hex(text.value)}`;
}

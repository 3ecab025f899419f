import type { JsonObject } from "../canonical/json.ts";
import type { Signer } from "../identity/signer.ts";
import type { ChainHead } from "./chain.ts";
import { type Entry, signedText } from "./entry.ts";

/** Signs an act as the next entry of the chain. The timestamp is the author's own. */
export function signEntry(
  signer: Signer,
  { head, seq }: ChainHead,
  act: { readonly type: string; readonly data: JsonObject },
  nowMs: number,
): Entry {
  const timestamp = BigInt(Math.floor(nowMs / 1_000));
  const { type, data } = act;
  const unsigned = { type, data, seq, author: signer.party, prevHash: head, timestamp };
  return { ...unsigned, signature: signer.sign(signedText(unsigned)) };
}

import {
  type JsonObject,
  publicKeyHex,
  requestOrigin,
  type Signer,
  signedRequestTexts,
} from "@bazaar/kernel";
import { START_MS } from "./story.ts";

/** The origin of an act that a client asks for which signs requests and no entries. */
export function signedRequest(
  signer: Signer,
  path: string,
  body: string,
  nowMs: number = START_MS,
): JsonObject {
  // Requests tell whole seconds; the rest is dropped.
  const request = { method: "POST", path, body, timestampSeconds: Math.floor(nowMs / 1_000) };
  const signature = signer.sign(signedRequestTexts(request)[0]);
  return requestOrigin({ ...request, signature, pubkey: publicKeyHex(signer.party) ?? "" });
}

import {
  type JsonObject,
  publicKeyHex,
  requestOrigin,
  type Signer,
  signedRequestTexts,
  type UnsignedRequest,
} from "@bazaar/kernel";
import { START_MS } from "./story.ts";

/** Our signed text, or that of older clients. */
export type RequestForm = "seed" | "lines";

/** The headers with the signature of a request. */
export function signatureHeaders(
  signer: Signer,
  request: UnsignedRequest,
  form: RequestForm = "seed",
): Record<string, string> {
  const [seed, lines] = signedRequestTexts(request);
  return {
    "X-Fix-Timestamp": String(request.timestampSeconds),
    "X-Fix-Pubkey": publicKeyHex(signer.party) ?? "",
    "X-Fix-Signature": signer.sign(form === "seed" ? seed : lines),
  };
}

/** The origin of an act by a client that signs requests but no entries. */
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

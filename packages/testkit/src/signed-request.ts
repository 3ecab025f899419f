import {
  type JsonObject,
  publicKeyHex,
  requestOrigin,
  type Signer,
  signedRequestTexts,
  type UnsignedRequest,
} from "@bazaar/kernel";
import { START_MS } from "./story.ts";

/** As the seed prints what is signed, or the lines that older clients sign. */
export type RequestForm = "seed" | "lines";

/** What a client sends beside a request to say who signs it. */
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

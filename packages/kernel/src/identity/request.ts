/**
 * The signed HTTP request, in the two forms that are in use.
 *
 * Our own clients sign METHOD|PATH|BODY|TIMESTAMP, as the protocol prints it; existing clients sign
 * METHOD, PATH, TIMESTAMP and BODY joined by newlines. Both are accepted. A separator
 * inside the method or the path is refused, because then one text could be read as two requests;
 * in the body it is harmless, since the timestamp has only digits.
 */
import { accept, type Result, refuse } from "../refusal.ts";
import { fixParty, type Party } from "./party.ts";
import type { Verify } from "./verify.ts";

export interface SignedRequest {
  /** Upper case. */
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** As it was sent; empty for a GET. */
  readonly body: string;
  readonly timestampSeconds: number;
  readonly signature: string;
  /** 64 hex digits, without `fix_`. */
  readonly pubkey: string;
}

export type UnsignedRequest = Omit<SignedRequest, "signature" | "pubkey">;

/** How far a request's timestamp may be behind and ahead of our clock, inclusive. */
export const MAX_REQUEST_AGE_SECONDS = 60;
export const MAX_REQUEST_LEAD_SECONDS = 30;

const METHOD = /^[A-Z]+$/;
const PATH = /^\/[^|\r\n]*$/;

/**
 * What is signed in place of a body of raw bytes, which may be too long to hold: the name that entries
 * have for these bytes, and the key of the market that they are for, as no host is signed. `sha256` is in
 * hex.
 */
export function bytesBody(sha256: string, platform: Party): string {
  return `sha256:${sha256}|${platform}`;
}

/** The texts whose signature counts. Ours comes first: sign that one. */
export function signedRequestTexts(request: UnsignedRequest): readonly [string, string] {
  const { method, path, body, timestampSeconds } = request;
  return [
    `${method}|${path}|${body}|${timestampSeconds}`,
    `${method}\n${path}\n${timestampSeconds}\n${body}`,
  ];
}

/** Who signed the request. Says nothing about its age, see `requestFreshness`. */
export function verifyRequest(request: SignedRequest, verify: Verify): Result<Party> {
  const signer = fixParty(request.pubkey);
  if (!signer.ok) return signer;
  if (!METHOD.test(request.method)) return badOrigin("the method must be upper-case letters");
  if (!PATH.test(request.path))
    return badOrigin("the path must start with / and hold no | or newline");
  // A lone surrogate has no UTF-8 of its own, so two texts would share one signature.
  if (!request.path.isWellFormed() || !request.body.isWellFormed()) {
    return badOrigin("the path and the body must be well-formed text");
  }
  if (!Number.isSafeInteger(request.timestampSeconds) || request.timestampSeconds < 0) {
    return badOrigin("the timestamp must be whole seconds");
  }
  const texts = signedRequestTexts(request);
  if (texts.some((text) => verify(signer.value, text, request.signature))) return signer;
  return refuse({ code: "bad_signature", author: signer.value });
}

/** Whether a request is recent enough, counted in whole seconds as its timestamp is. */
export function requestFreshness(timestampSeconds: number, nowMs: number): Result<true> {
  const nowSeconds = Math.floor(nowMs / 1000);
  const age = nowSeconds - timestampSeconds;
  if (age <= MAX_REQUEST_AGE_SECONDS && age >= -MAX_REQUEST_LEAD_SECONDS) return accept(true);
  return refuse({ code: "stale_request", timestampSeconds, nowSeconds });
}

function badOrigin(problem: string): Result<Party> {
  return refuse({ code: "bad_origin", problem });
}

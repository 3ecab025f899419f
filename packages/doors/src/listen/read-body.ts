/**
 * From the bytes of a body to text and JSON, with limits on everything a stranger could exhaust.
 * The text is what the sender signed.
 */
import { type Json, parseJson, type Result } from "@bazaar/kernel";
import type { HttpRequest } from "./http-request.ts";
import { type ListenRefused, type ListenResult, refuseToServe } from "./listen-refusal.ts";

/** Deeper than any body that we use: a request with an entry with data. */
const MAX_BODY_DEPTH = 48;
/** A byte order mark stays: it was signed, and JSON does not allow it. */
const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

export async function readBody(
  sent: Pick<HttpRequest, "header" | "body">,
  limit: number,
): Promise<ListenResult<string>> {
  // Refuse a declared length before reading.
  if (Number(sent.header("content-length") ?? 0) > limit) return tooLarge(limit);
  try {
    const bytes = await sent.body(limit);
    return bytes === null ? tooLarge(limit) : decode(bytes);
  } catch {
    // Only the sender can end its body early; it may not read this response.
    return refuseToServe({ code: "malformed_request", problem: "the body ended early" });
  }
}

function decode(bytes: Uint8Array): ListenResult<string> {
  try {
    return { ok: true, value: UTF8.decode(bytes) };
  } catch {
    return refuseToServe({ code: "malformed_request", problem: "the body is not valid UTF-8" });
  }
}

/** Repeated keys are refused: two parsers could read them differently. */
export function readJson(text: string): Result<Json> {
  return parseJson(text, { maxDepth: MAX_BODY_DEPTH, duplicateKeys: "refuse" });
}

function tooLarge(limit: number): ListenRefused {
  return refuseToServe({ code: "body_too_large", limit });
}

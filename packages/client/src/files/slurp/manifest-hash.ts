import { createHash } from "node:crypto";
import { HASH_DIGITS } from "./markers.ts";

/** The beginning of a file's SHA-256, as a manifest has it. */
export function manifestHash(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex").slice(0, HASH_DIGITS);
}

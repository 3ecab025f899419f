/**
 * Output that stays on a machine, and is shown later if a court needs it.
 *
 * The evidence of a check holds a commitment in place of the output: its HMAC-SHA256 under a random
 * key, the salt. A reader of the output and the salt can check that it is the one of that check,
 * and nobody can guess a short output before.
 */
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import type { JsonObject } from "../canonical/json.ts";

/** Characters of an output that are committed to: the last ones. */
export const MAX_COMMITTED = 16_000;

const SALT = /^[0-9a-f]{64}$/;

/** The commitment to an output under a salt of 32 bytes, written in hex. */
export function outputCommitment(salt: string, output: string): string {
  return bytesToHex(hmac(sha256, hexToBytes(salt), utf8ToBytes(output)));
}

/** The commitment that this evidence opens: its output, with its salt. Null if it opens none. */
export function openedCommitment({ output, salt }: JsonObject): string | null {
  if (typeof output !== "string" || output.length > MAX_COMMITTED) return null;
  if (typeof salt !== "string" || !SALT.test(salt)) return null;
  return outputCommitment(salt, output);
}

/**
 * Every kind of signature in plain JavaScript, for browsers. It has its own entry,
 * `@bazaar/kernel/noble`, so that programs with a faster library do not load it.
 *
 * The library's own check of Ed25519 multiplies by the cofactor and so accepts signatures that
 * OpenSSL refuses; two machines would disagree about a transcript. Here R must be exactly the bytes
 * of S·B − h·A.
 */
import { ed25519 } from "@noble/curves/ed25519.js";
import { bytesToNumberLE, concatBytes, equalBytes } from "@noble/curves/utils.js";
import { sha512 } from "@noble/hashes/sha2.js";
import { hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { partyKind, publicKeyHex } from "./party.ts";
import { evmVerify, nostrVerify } from "./secp256k1-verify.ts";
import { type Verify, verifyByKind } from "./verify.ts";
import { isWeakKey } from "./weak-key.ts";

const { Point } = ed25519;
const ORDER = Point.Fn.ORDER;
const SIGNATURE = /^[0-9a-fA-F]{128}$/;
const HALF = 32;

/** Knows `fix_` parties only. */
const fixVerify: Verify = (party, message, signatureHex) => {
  const key = publicKeyHex(party);
  if (key === null || partyKind(party) !== "fix" || isWeakKey(key)) return false;
  if (!SIGNATURE.test(signatureHex)) return false;
  const signature = hexToBytes(signatureHex);
  const [r, s] = [signature.subarray(0, HALF), bytesToNumberLE(signature.subarray(HALF))];
  const point = pointOf(key);
  if (point === null || s >= ORDER) return false;
  const hash = sha512(concatBytes(r, hexToBytes(key), utf8ToBytes(message)));
  const h = bytesToNumberLE(hash) % ORDER;
  const expected = Point.BASE.multiplyUnsafe(s).subtract(point.multiplyUnsafe(h));
  return equalBytes(expected.toBytes(), r);
};

export const nobleVerify: Verify = verifyByKind({
  fix: fixVerify,
  nostr: nostrVerify,
  evm: evmVerify,
});

/** Null if the bytes are not a point of the curve. */
function pointOf(keyHex: string): InstanceType<typeof Point> | null {
  try {
    return Point.fromHex(keyHex);
  } catch (error) {
    if (error instanceof Error) return null;
    throw error;
  }
}

/**
 * Ed25519 in plain JavaScript, for browsers. It has its own entry, `@bazaar/kernel/noble`, so that
 * whoever verifies with something faster does not load the curve.
 */
import { ed25519 } from "@noble/curves/ed25519.js";
import { hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { partyKind, publicKeyHex } from "./party.ts";
import type { Verify } from "./verify.ts";
import { isWeakKey } from "./weak-key.ts";

const SIGNATURE = /^[0-9a-fA-F]{128}$/;

/** Knows `fix_` parties only; strict as RFC 8032 is, not lenient as ZIP 215. */
export const nobleVerify: Verify = (party, message, signatureHex) => {
  const key = publicKeyHex(party);
  if (key === null || partyKind(party) !== "fix" || isWeakKey(key)) return false;
  if (!SIGNATURE.test(signatureHex)) return false;
  return ed25519.verify(hexToBytes(signatureHex), utf8ToBytes(message), hexToBytes(key), {
    zip215: false,
  });
};

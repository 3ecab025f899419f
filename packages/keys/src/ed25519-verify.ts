/** Ed25519 by Node's own library, for servers and tools. Knows `fix_` parties only. */
import { createPublicKey, type KeyObject, verify } from "node:crypto";
import {
  isWeakKey,
  ownText,
  type Party,
  partyKind,
  publicKeyHex,
  type Verify,
} from "@bazaar/kernel";

/** Reading a key costs about a fifth of a verification, and parties come back. */
const MAX_CACHED_KEYS = 10_000;

const SIGNATURE = /^[0-9a-fA-F]{128}$/;

/** A DER header of SubjectPublicKeyInfo for an Ed25519 key; the 32 bytes of the key follow. */
const PUBLIC_KEY_HEADER = "302a300506032b6570032100";

const keys = new Map<Party, KeyObject | null>();

export const ed25519Verify: Verify = (party, message, signatureHex) => {
  if (!SIGNATURE.test(signatureHex)) return false;
  const key = keyOf(party);
  if (key === null) return false;
  return verify(null, Buffer.from(message), key, Buffer.from(signatureHex, "hex"));
};

function keyOf(party: Party): KeyObject | null {
  const cached = keys.get(party);
  if (cached !== undefined) return cached;
  const key = readKey(party);
  // The oldest goes first; a busy key that falls out is simply read again.
  if (keys.size >= MAX_CACHED_KEYS) {
    for (const oldest of keys.keys()) {
      keys.delete(oldest);
      break;
    }
  }
  keys.set(ownText(party), key);
  return key;
}

function readKey(party: Party): KeyObject | null {
  const hex = publicKeyHex(party);
  if (hex === null || partyKind(party) !== "fix" || isWeakKey(hex)) return null;
  const key = Buffer.from(PUBLIC_KEY_HEADER + hex, "hex");
  return createPublicKey({ key, format: "der", type: "spki" });
}

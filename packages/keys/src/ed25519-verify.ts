/** Ed25519 by Node's own library, for servers and tools. Knows `fix_` parties only. */
import { createPublicKey, type KeyObject, verify } from "node:crypto";
import { isWeakKey, type Party, partyKind, publicKeyHex, type Verify } from "@bazaar/kernel";
import { LRUCache } from "lru-cache";

const SIGNATURE = /^[0-9a-fA-F]{128}$/;

/** A DER header of SubjectPublicKeyInfo for an Ed25519 key; the 32 bytes of the key follow. */
const PUBLIC_KEY_HEADER = Buffer.from("302a300506032b6570032100", "hex");

const MAX_CACHED_KEYS = 10_000;

export const ed25519Verify: Verify = (party, message, signature) => {
  const key = keyBytes(party);
  return key !== null && isSigned(publicKey(key), message, signature);
};

/**
 * The same check for programs that verify many signatures by the same parties. It keeps the keys
 * it has parsed, which saves about a fifth of every further check.
 */
export function ed25519Verifier(): Verify {
  const keys = new LRUCache<string, KeyObject>({ max: MAX_CACHED_KEYS });
  return (party, message, signature) => {
    const cached = keys.get(party);
    if (cached !== undefined) return isSigned(cached, message, signature);
    const bytes = keyBytes(party);
    if (bytes === null) return false;
    const key = publicKey(bytes);
    // A new string: `party` may be a slice of a request body, which it would keep in memory.
    keys.set(`fix_${bytes.toString("hex")}`, key);
    return isSigned(key, message, signature);
  };
}

function keyBytes(party: Party): Buffer | null {
  const hex = publicKeyHex(party);
  if (hex === null || partyKind(party) !== "fix" || isWeakKey(hex)) return null;
  return Buffer.from(hex, "hex");
}

function publicKey(bytes: Buffer): KeyObject {
  const key = Buffer.concat([PUBLIC_KEY_HEADER, bytes]);
  return createPublicKey({ key, format: "der", type: "spki" });
}

function isSigned(key: KeyObject, message: string, signature: string): boolean {
  if (!SIGNATURE.test(signature)) return false;
  return verify(null, Buffer.from(message), key, Buffer.from(signature, "hex"));
}

/**
 * Signatures of `nostr:` and `evm:` parties. They have their own entry,
 * `@bazaar/kernel/secp256k1`, because loading the curve takes time that most programs can save.
 *
 * The curve has prime order, so no key is weak. Neither check accepts a second spelling of a
 * signature: r and s are below their bounds and not zero, and with ECDSA s is the lower of the two
 * that would do.
 */
import { schnorr, secp256k1 } from "@noble/curves/secp256k1.js";
import { concatBytes } from "@noble/curves/utils.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { partyKind, publicKeyHex } from "./party.ts";
import type { Verify } from "./verify.ts";

const SIGNATURE = /^[0-9a-fA-F]{128}$/;
const HALF = 32;
/** The highest bit of s, which EIP-2098 uses to say which of two keys signed. */
const PARITY = 0x80;

/** Knows `nostr:` parties only. */
export const nostrVerify: Verify = (party, message, signatureHex) => {
  const key = publicKeyHex(party);
  if (key === null || partyKind(party) !== "nostr" || !SIGNATURE.test(signatureHex)) return false;
  return schnorr.verify(hexToBytes(signatureHex), sha256(utf8ToBytes(message)), hexToBytes(key));
};

/** Knows `evm:` parties only. */
export const evmVerify: Verify = (party, message, signatureHex) => {
  if (partyKind(party) !== "evm" || !SIGNATURE.test(signatureHex)) return false;
  const signer = recoveredAddress(message, hexToBytes(signatureHex));
  return signer !== null && party === `evm:0x${signer}`;
};

/** 40 hex digits; null if nobody can have made this signature. */
function recoveredAddress(message: string, compact: Uint8Array): string | null {
  const parity = ((compact[HALF] ?? 0) & PARITY) === 0 ? 0 : 1;
  const plain = compact.map((byte, at) => (at === HALF ? byte & ~PARITY : byte));
  try {
    const signature = secp256k1.Signature.fromBytes(plain, "compact").addRecoveryBit(parity);
    if (signature.hasHighS()) return null;
    const key = signature.recoverPublicKey(personalHash(message)).toBytes(false);
    // The first byte only says that the key is not compressed; an address is the end of the hash.
    return bytesToHex(keccak_256(key.subarray(1))).slice(-40);
  } catch (error) {
    if (error instanceof Error) return null;
    throw error;
  }
}

function personalHash(message: string): Uint8Array {
  const bytes = utf8ToBytes(message);
  const prefix = utf8ToBytes(`\x19Ethereum Signed Message:\n${bytes.length}`);
  return keccak_256(concatBytes(prefix, bytes));
}

/**
 * Signatures that cost nothing: a checksum over key and message.
 *
 * For simulations of millions of contracts, where Ed25519 would take nearly all of the time. They
 * detect a wrong author or a changed message, but not forgery.
 */
import type { Party, Signer, Verify } from "@bazaar/kernel";

const SIGNATURE_DIGITS = 128;

export function toySigner(name: string): Signer {
  const party = `fix_${hex(checksum(name, 1)).padStart(64, "0")}` as Party;
  return { party, sign: (message) => toySignature(party, message) };
}

export const toyVerify: Verify = (party, message, signature) =>
  signature === toySignature(party, message);

function toySignature(party: Party, message: string): string {
  return (hex(checksum(party, 2)) + hex(checksum(message, 3))).padStart(SIGNATURE_DIGITS, "0");
}

function hex(value: number): string {
  return value.toString(16).padStart(8, "0");
}

/** FNV-1a over UTF-16 units, started apart by `salt`. */
function checksum(text: string, salt: number): number {
  let hash = 0x811c9dc5 ^ salt;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return hash >>> 0;
}

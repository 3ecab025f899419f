import { invariant } from "../invariant.ts";
import { type Party, partyKind, publicKeyHex } from "./party.ts";

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
/** The header of SubjectPublicKeyInfo for an Ed25519 key: 12 bytes, so the key begins a digit. */
const HEADER = "MCowBQYDK2VwAyEA";

/** Whether a PEM text holds the key of this `fix_` party, with whatever white space. */
export function isPemOf(party: Party, pem: string): boolean {
  return partyKind(party) === "fix" && compact(pem) === compact(pemOf(party));
}

/** The key of a `fix_` party as OpenSSL and Node write it, with its last line end. */
export function pemOf(party: Party): string {
  const key = publicKeyHex(party);
  invariant(key !== null && partyKind(party) === "fix", `${party} has no Ed25519 key`);
  return `-----BEGIN PUBLIC KEY-----\n${HEADER}${base64(key)}\n-----END PUBLIC KEY-----\n`;
}

function compact(pem: string): string {
  return pem.replaceAll(/\s/g, "");
}

/** 32 bytes are 42 digits and 4 bits, which two zeros fill up. */
function base64(keyHex: string): string {
  const bits = BigInt(`0x${keyHex}`) << 2n;
  const digits = Array.from({ length: 43 }, (_, at) => (bits >> BigInt(6 * (42 - at))) & 63n);
  return `${digits.map((digit) => DIGITS[Number(digit)]).join("")}=`;
}

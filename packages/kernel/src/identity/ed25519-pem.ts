import { type Party, partyKind, publicKeyHex } from "./party.ts";

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
/** The header of SubjectPublicKeyInfo for an Ed25519 key: 12 bytes, so the key begins a digit. */
const HEADER = "MCowBQYDK2VwAyEA";

/** Whether a PEM text holds the key of this `fix_` party, with whatever white space. */
export function isPemOf(party: Party, pem: string): boolean {
  const key = publicKeyHex(party);
  if (key === null || partyKind(party) !== "fix") return false;
  const body = `-----BEGINPUBLICKEY-----${HEADER}${base64(key)}-----ENDPUBLICKEY-----`;
  return pem.replaceAll(/\s/g, "") === body;
}

/** 32 bytes are 42 digits and 4 bits, which two zeros fill up. */
function base64(keyHex: string): string {
  const bits = BigInt(`0x${keyHex}`) << 2n;
  const digits = Array.from({ length: 43 }, (_, at) => (bits >> BigInt(6 * (42 - at))) & 63n);
  return `${digits.map((digit) => DIGITS[Number(digit)]).join("")}=`;
}

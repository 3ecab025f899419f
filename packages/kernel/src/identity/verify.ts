import { type Party, type PartyKind, partyKind } from "./party.ts";

/**
 * Whether the party signed the UTF-8 bytes of the message. Passed in wherever the kernel needs it,
 * so that a server can use the fastest library it has and a simulation none. What a signature
 * covers depends on the party's kind; all are 128 hex digits:
 *
 * - `fix_`: Ed25519 over the bytes themselves.
 * - `nostr:`: BIP-340 over their SHA-256, which is what an event's signature covers.
 * - `evm:`: ECDSA over the hash of the EIP-191 personal message, in the compact form of EIP-2098.
 *
 * A malformed signature or a kind of party it does not know is false; it never throws.
 */
export type Verify = (party: Party, message: string, signatureHex: string) => boolean;

export function verifyByKind(kinds: Readonly<Record<PartyKind, Verify>>): Verify {
  return (party, message, signature) => kinds[partyKind(party)](party, message, signature);
}

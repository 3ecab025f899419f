/** What a receipt derives from the keys of its two sides. */
import { hexToBytes } from "@noble/hashes/utils.js";
import { bech32 } from "@scure/base";
import { type Party, partyKind, publicKeyHex } from "../identity/party.ts";

/** A Nostr key as its npub, as other markets of jobs write it; any other party as it is. */
export function providerId(party: Party | null): string | null {
  if (party === null || partyKind(party) !== "nostr") return party;
  return bech32.encode("npub", bech32.toWords(hexToBytes(party.slice(-64))));
}

/** The key itself; null for an Ethereum address. */
export function keyOf(party: Party | null): string | null {
  return party === null ? null : publicKeyHex(party);
}

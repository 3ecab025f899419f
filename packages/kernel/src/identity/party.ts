/**
 * A party: one key, as text.
 *
 * `fix_` and 64 hex digits is an Ed25519 key, `nostr:` and 64 a secp256k1 x-only key, `evm:0x` and
 * 40 an Ethereum address. Hex is accepted in either case and lower-cased, because parties are
 * compared as strings.
 */
import { accept, type Result, refuse } from "../refusal.ts";

declare const party: unique symbol;

export type Party = string & { readonly [party]: true };

export type PartyKind = "fix" | "nostr" | "evm";

const FORM = /^(?:fix_[0-9a-fA-F]{64}|nostr:[0-9a-fA-F]{64}|evm:0x[0-9a-fA-F]{40})$/;

/** How much of an unreadable name a refusal repeats. */
const SHOWN = 80;

export function parseParty(text: string): Result<Party> {
  if (FORM.test(text)) return accept(text.toLowerCase() as Party);
  return refuse({
    code: "malformed_party",
    text: text.slice(0, SHOWN),
    problem: "expected fix_ or nostr: with 64 hex digits, or evm:0x with 40",
  });
}

/** The party of an Ed25519 public key given as 64 hex digits, as request headers carry it. */
export function fixParty(publicKeyHex: string): Result<Party> {
  return parseParty(`fix_${publicKeyHex}`);
}

export function partyKind(party: Party): PartyKind {
  if (party.startsWith("fix_")) return "fix";
  return party.startsWith("nostr:") ? "nostr" : "evm";
}

/** The key itself; null for an Ethereum address, which is only the hash of one. */
export function publicKeyHex(party: Party): string | null {
  return partyKind(party) === "evm" ? null : party.slice(-64);
}

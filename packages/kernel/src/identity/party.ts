/**
 * A party: one key, as text.
 *
 * `fix_` and 64 hex digits is an Ed25519 key, `nostr:` and 64 a secp256k1 x-only key, `evm:0x` and
 * 40 an Ethereum address. Hex is accepted in either case and lower-cased, because parties are
 * compared as strings.
 */
import { invariant, unreachable } from "../invariant.ts";
import { accept, type Result, refuse } from "../refusal.ts";

declare const party: unique symbol;

export type Party = string & { readonly [party]: true };

const FORMS = {
  fix: /^fix_[0-9a-fA-F]{64}$/,
  nostr: /^nostr:[0-9a-fA-F]{64}$/,
  evm: /^evm:0x[0-9a-fA-F]{40}$/,
} as const;

export type PartyKind = keyof typeof FORMS;

const KINDS = Object.keys(FORMS) as readonly PartyKind[];

/** How much of an unreadable name a refusal repeats. */
const SHOWN = 80;

export function parseParty(text: string): Result<Party> {
  if (kindOf(text) !== undefined) return accept(text.toLowerCase() as Party);
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
  const kind = kindOf(party);
  invariant(kind !== undefined, `${party} is of no kind`);
  return kind;
}

function kindOf(text: string): PartyKind | undefined {
  return KINDS.find((kind) => FORMS[kind].test(text));
}

/** The key itself; null for an Ethereum address, which is only the hash of one. */
export function publicKeyHex(party: Party): string | null {
  const kind = partyKind(party);
  switch (kind) {
    case "fix":
    case "nostr":
      return party.slice(-64);
    case "evm":
      return null;
    default:
      return unreachable(kind);
  }
}

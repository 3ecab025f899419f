import { chainJson } from "../canonical/chain-json.ts";
import { sha256Hex } from "../canonical/hash.ts";
import type { ContractId, Terms } from "./terms.ts";
import { termsJson } from "./terms-json.ts";

/** The contract's id: the hash of everything that was agreed. */
export function contractId(terms: Terms): ContractId {
  return sha256Hex(chainJson(termsJson(terms))) as ContractId;
}

/**
 * Digits of the short id. Older clients sign requests that name the contract by it, so
 * a collision must be infeasible; with half as many digits one takes minutes to find.
 */
export const ALIAS_DIGITS = 32;

/**
 * A contract whose alias is taken cannot be posted. The alias of an alias is itself: lists name a
 * contract by its id, events by its alias.
 */
export function contractAlias(id: string): string {
  return id.slice(0, ALIAS_DIGITS);
}

import { sha256Hex } from "../canonical/hash.ts";
import { memo } from "../memo.ts";
import type { ContractId, Terms } from "./terms.ts";
import { termsText } from "./terms-json.ts";

const ids = memo<Terms, ContractId>();

/**
 * The contract's id: the hash of everything that was agreed. Who posts and who decides both ask
 * for it, and terms never change, so it is computed once; who asks first may bring the same hash
 * by a faster library.
 */
export function contractId(terms: Terms, sha256: (text: string) => string = sha256Hex): ContractId {
  const known = ids.get(terms);
  if (known !== undefined) return known;
  const id = sha256(termsText(terms)) as ContractId;
  ids.set(terms, id);
  return id;
}

/**
 * Digits of the short name that the fix/2 door shows. Older clients sign requests that name the
 * contract by it, so two contracts with one alias must be out of anybody's reach to make: half as
 * many digits were found twice within minutes.
 */
const ALIAS_DIGITS = 32;

/** A contract whose alias is taken cannot be posted. */
export function contractAlias(id: ContractId): string {
  return id.slice(0, ALIAS_DIGITS);
}

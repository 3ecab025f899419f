/**
 * Contracts as this process last saw them, so that loading one again reads nothing twice.
 *
 * Another process may have written since: whoever asks says where the contract stands now, and
 * gets nothing for any other place. Only `lastSeen` may be old; terms never change.
 */
import type { ContractId, Leg, Terms } from "@bazaar/kernel";
import type { StoredContract } from "@bazaar/market/ports";
import { isSamePlace, type Place, placeOf } from "../place.ts";
import { withPayees } from "../signed-payees.ts";

/** Terms make most of a contract; all that are known together stay below so many characters. */
const MAX_CHARACTERS = 2 ** 23;
const MAX_KNOWN = 10_000;

interface Known {
  /**
   * Null once it is forgotten: a Map that is always written to holds on to what was in it until
   * the next full collection.
   */
  stored: StoredContract | null;
  /** The length of its first entry, which is little but its terms. */
  readonly characters: number;
}

const NOTHING: Readonly<Known> = { stored: null, characters: 0 };

export class KnownContracts {
  readonly #known = new Map<string, Known>();
  #characters = 0;

  lastSeen(contract: ContractId): StoredContract | null {
    return this.#known.get(contract)?.stored ?? null;
  }

  at(contract: ContractId, place: Place): StoredContract | null {
    const stored = this.lastSeen(contract);
    return stored !== null && isSamePlace(placeOf(stored), place) ? stored : null;
  }

  termsOf(contract: ContractId): { readonly terms: Terms; readonly characters: number } | null {
    const { stored, characters } = this.#known.get(contract) ?? NOTHING;
    return stored === null ? null : { terms: stored.state.terms, characters };
  }

  learn(stored: StoredContract, characters: number): void {
    const { id } = stored.state;
    this.#forget(id);
    if (characters > MAX_CHARACTERS) return;
    this.#characters += characters;
    this.#known.set(id, { stored, characters });
    while (this.#known.size > MAX_KNOWN || this.#characters > MAX_CHARACTERS) {
      const [oldest = ""] = this.#known.keys();
      this.#forget(oldest);
    }
  }

  /**
   * What was stored on top of it, with the legs that were paid at once; where another leg was
   * signed in between, it has to be read again. After its last entry nobody writes to it.
   */
  follow(
    { state, chain, signedLegs }: Omit<StoredContract, "postedMs" | "signedPayees">,
    paid: readonly Leg[],
  ): void {
    const { stored: before, characters } = this.#known.get(state.id) ?? NOTHING;
    if (before?.signedLegs !== signedLegs) return;
    if (state.isSettled) {
      this.#forget(state.id);
      return;
    }
    const { signedPayees, postedMs } = before;
    const stored = {
      state,
      chain,
      signedPayees: paid.length === 0 ? signedPayees : withPayees(signedPayees, paid),
      signedLegs: signedLegs + paid.length,
      postedMs,
    };
    this.learn(stored, characters);
  }

  #forget(id: string): void {
    const known = this.#known.get(id);
    if (known === undefined) return;
    this.#known.delete(id);
    known.stored = null;
    this.#characters -= known.characters;
  }
}

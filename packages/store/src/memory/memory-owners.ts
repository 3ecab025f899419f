import type { Binding, Party } from "@bazaar/kernel";
import { MAX_OWNER_KEYS, type Owners } from "@bazaar/market/ports";

interface Owner {
  readonly keys: readonly Party[];
  readonly bindings: readonly Binding[];
}

/** Keys that are bound to others. An owner is called by the smallest of its keys. */
export class MemoryOwners implements Owners {
  readonly #names = new Map<Party, Party>();
  readonly #owners = new Map<Party, Owner>();

  async bind(binding: Binding): Promise<boolean> {
    const [one, other] = binding.parties.map((party) => this.#names.get(party) ?? party);
    if (one === undefined || other === undefined || one === other) return true;
    const [a, b] = [this.#owner(one), this.#owner(other)];
    const keys = [...a.keys, ...b.keys];
    if (keys.length > MAX_OWNER_KEYS) return false;
    const name = one < other ? one : other;
    this.#owners.delete(one);
    this.#owners.delete(other);
    this.#owners.set(name, { keys, bindings: [...a.bindings, ...b.bindings, binding] });
    for (const key of keys) this.#names.set(key, name);
    return true;
  }

  async of(parties: readonly Party[]): Promise<ReadonlyMap<Party, Party>> {
    const bound = parties.flatMap((party): (readonly [Party, Party])[] => {
      const name = this.#names.get(party);
      return name === undefined ? [] : [[party, name]];
    });
    return new Map(bound);
  }

  /** Every key of the party's owner, the party's own included. */
  keysOf(party: Party): readonly Party[] {
    return this.#owner(this.#names.get(party) ?? party).keys;
  }

  async bindingsOf(party: Party): Promise<readonly Binding[]> {
    return this.#owner(this.#names.get(party) ?? party).bindings;
  }

  #owner(name: Party): Owner {
    return this.#owners.get(name) ?? { keys: [name], bindings: [] };
  }
}

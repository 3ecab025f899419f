/**
 * Which keys belong together. Statements of two keys join their owners; nothing takes them apart.
 *
 * An owner is called by the smallest of its keys, so its name changes when a smaller one joins.
 */
import type { Binding, Party } from "@bazaar/kernel";

/** The most keys of one owner: comparing owners must stay cheap, and anyone can bind keys. */
export const MAX_OWNER_KEYS = 64;

export interface Owners {
  /**
   * Joins the owners of two keys, whose signatures were checked. False, with nothing changed, if
   * that owner would have more than `MAX_OWNER_KEYS`. What is joined already is not stored again.
   */
  bind(binding: Binding): Promise<boolean>;
  /** The names of these parties' owners. Parties that are bound to no other key are left out. */
  of(parties: readonly Party[]): Promise<ReadonlyMap<Party, Party>>;
  /** The bindings that join all keys of the party's owner, in the order they were stored. */
  bindingsOf(party: Party): Promise<readonly Binding[]>;
}

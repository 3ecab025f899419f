/** The rails of this server. */
import type { Rail, Store } from "@bazaar/market/ports";
import { ledgerRail } from "@bazaar/rails/ledger";

export interface RailParts {
  readonly store: Store;
}

const RAILS: readonly ((parts: RailParts) => Rail)[] = [({ store }) => ledgerRail(store.ledger)];

export function openRails(parts: RailParts): readonly Rail[] {
  return RAILS.map((open) => open(parts));
}

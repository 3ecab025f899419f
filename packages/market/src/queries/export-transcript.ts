import type { ContractId, Transcript } from "@bazaar/kernel";
import { MAX_PAGE, type Store, type StoredEntry } from "../ports/store.ts";

/** A contract's whole history, in the form that anyone can verify. */
export async function exportTranscript(
  store: Pick<Store, "entries">,
  id: ContractId,
): Promise<Transcript | null> {
  const stored: StoredEntry[] = [];
  for (;;) {
    const page = await store.entries(id, stored.length, MAX_PAGE);
    stored.push(...page);
    if (page.length < MAX_PAGE) break;
  }
  if (stored.length === 0) return null;
  return {
    id,
    entries: stored.map(({ entry }) => entry),
    receivedAt: stored.map(({ receivedAtMs }) => receivedAtMs),
  };
}

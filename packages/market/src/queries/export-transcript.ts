import type { ContractId, Transcript } from "@bazaar/kernel";
import type { Store } from "../ports/store.ts";

/** A contract's whole history, in the form that anybody can verify. */
export async function exportTranscript(
  store: Pick<Store, "entries">,
  id: ContractId,
): Promise<Transcript | null> {
  const stored = await store.entries(id);
  if (stored.length === 0) return null;
  return {
    id,
    entries: stored.map(({ entry }) => entry),
    receivedAt: stored.map(({ receivedAtMs }) => receivedAtMs),
  };
}

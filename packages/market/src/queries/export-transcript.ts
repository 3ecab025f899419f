import type { ContractId, Entry, Transcript } from "@bazaar/kernel";
import type { Pause } from "../ports/market.ts";
import { MAX_PAGE, type Store } from "../ports/store.ts";
import { pause } from "./pause.ts";

/** A contract's whole history, in the form that anyone can verify. It may be megabytes long. */
export async function exportTranscript(
  store: Pick<Store, "entries">,
  id: ContractId,
  pauseBetween: Pause = pause,
): Promise<Transcript | null> {
  const entries: Entry[] = [];
  const receivedAt: number[] = [];
  for (;;) {
    const page = await store.entries(id, entries.length, MAX_PAGE);
    for (const { entry, receivedAtMs } of page) {
      entries.push(entry);
      receivedAt.push(receivedAtMs);
      await pauseBetween();
    }
    if (page.length < MAX_PAGE) break;
  }
  return entries.length === 0 ? null : { id, entries, receivedAt };
}

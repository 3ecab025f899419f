/**
 * Computes every contract's state again from its entries. The stored states are only a cache; this
 * finds those that do not follow from their transcript.
 */
import { type ContractId, PHASES, stateText, type Verify, verifyTranscript } from "@bazaar/kernel";
import { MAX_PAGE, type Store, type StoredContract } from "../ports/store.ts";
import { exportTranscript } from "./export-transcript.ts";

type Readable = Pick<Store, "list" | "entries">;

export interface Difference {
  readonly contract: ContractId;
  readonly problem: string;
}

export interface Rebuilt {
  readonly contracts: number;
  readonly entries: number;
  readonly differences: readonly Difference[];
}

export async function rebuild(store: Readable, verify: Verify): Promise<Rebuilt> {
  const differences: Difference[] = [];
  let [contracts, entries] = [0, 0];
  let before: ContractId | null = null;
  for (;;) {
    const page: readonly StoredContract[] = await store.list({
      phases: PHASES,
      limit: MAX_PAGE,
      before,
    });
    for (const stored of page) {
      const problem = await differenceOf(store, stored, verify);
      // A server may be writing meanwhile: skip contracts that have changed since.
      if (problem !== null && (await hasMoved(store, stored))) continue;
      if (problem !== null) differences.push({ contract: stored.state.id, problem });
      contracts += 1;
      entries += stored.chain.seq;
    }
    if (page.length < MAX_PAGE) return { contracts, entries, differences };
    before = page.at(-1)?.state.id ?? null;
  }
}

async function hasMoved(store: Readable, { state, chain }: StoredContract): Promise<boolean> {
  return (await store.entries(state.id, chain.seq, 1)).length > 0;
}

async function differenceOf(
  store: Readable,
  { state, chain }: StoredContract,
  verify: Verify,
): Promise<string | null> {
  const transcript = await exportTranscript(store, state.id);
  if (transcript === null) return "it has no entries";
  const replayed = verifyTranscript(transcript, verify);
  if (!replayed.ok) return `its transcript is refused: ${JSON.stringify(replayed.refusal)}`;
  if (transcript.entries.length !== chain.seq) return "its chain has a different length";
  return stateText(replayed.value) === stateText(state) ? null : "its state is different";
}

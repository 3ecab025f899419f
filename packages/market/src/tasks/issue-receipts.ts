/**
 * Issues a signed receipt for every leg of every settled contract.
 *
 * A durable reader of the feed: the receipts of an entry are written together with its move, so that
 * each is written once, however often a process is killed and however many run. They are kept rather
 * than made again for every reader: a receipt that was issued stays the same under later versions of
 * this program, and a stranger's request costs no replay.
 */
import {
  invariant,
  isEnded,
  type Receipt,
  receiptsOfInSteps,
  rfc8785,
  type Signer,
  signedReceiptJson,
  signReceipt,
} from "@bazaar/kernel";
import { MAX_NOTES_AT_ONCE, type NoteWrite } from "../ports/notes.ts";
import { type Store, StoreDamaged, type StoredEntry } from "../ports/store.ts";
import { exportTranscript } from "../queries/export-transcript.ts";
import { RECEIPTS } from "../queries/issued-receipts.ts";
import { pause } from "../queries/pause.ts";
import { ENTRIES_AT_ONCE, followFeed } from "./follow-feed.ts";

interface Issuer {
  readonly store: Pick<Store, "cursors" | "feed" | "lastNo" | "notes" | "entries">;
  readonly signer: Signer;
}

/** One turn over the feed. Whether there may be more to read. */
export async function issueReceipts(issuer: Issuer): Promise<boolean> {
  const handle = (entries: readonly StoredEntry[]) => issue(issuer, entries);
  // From the first entry: contracts that were settled before have receipts too.
  const reader = { name: RECEIPTS, begins: "first", handle } as const;
  return (await followFeed(issuer, reader)) === ENTRIES_AT_ONCE;
}

async function issue(
  issuer: Issuer,
  entries: readonly StoredEntry[],
): Promise<readonly NoteWrite[]> {
  const { notes } = issuer.store;
  const writes: NoteWrite[] = [];
  for (const stored of entries) {
    for (const receipt of await receiptsAt(issuer, stored)) {
      const key = receipt.leg;
      // Written ahead by a process that was killed, or by one whose place in the feed was lost.
      if ((await notes.get(RECEIPTS, key)) !== null) continue;
      writes.push({ space: RECEIPTS, key, from: null, to: textOf(issuer.signer, receipt) });
      // A contract may have a thousand legs, and each is signed.
      await pause();
    }
  }
  // More than go with one move: the first are written ahead, which a repetition finds done.
  for (const write of writes.splice(0, writes.length - MAX_NOTES_AT_ONCE)) await notes.write(write);
  return writes;
}

/** The receipts that follow from an entry: all of the contract's, if the entry is `settled`. */
async function receiptsAt({ store }: Issuer, stored: StoredEntry): Promise<readonly Receipt[]> {
  // The phases are beside the entry, which is long and need not be read.
  if (stored.phaseBefore === null || !isEnded(stored.phaseBefore)) return [];
  try {
    if (stored.entry.type !== "settled") return [];
    const transcript = await exportTranscript(store, stored.contract);
    invariant(transcript !== null, `${stored.contract} is stored without entries`);
    // The store has only entries whose signatures were checked.
    const receipts = await receiptsOfInSteps(transcript, () => true, pause);
    // A receipt of a transcript that does not verify would not verify either; `rebuild` reports it.
    return receipts.ok ? receipts.value : [];
  } catch (error) {
    // It can never be read again: its contract gets no receipt, so that all others get theirs.
    if (error instanceof StoreDamaged) return [];
    throw error;
  }
}

function textOf(signer: Signer, receipt: Receipt): string {
  const text = rfc8785(signedReceiptJson(signReceipt(signer, receipt)));
  invariant(text.ok, `the receipt of ${receipt.leg} can be written`);
  return text.value;
}

/**
 * What is answered when a signed message arrives again that names no place in the chain.
 *
 * Two equal requests of one second have one signature, so a repeat may be a second act that was
 * meant. It cannot be recorded, because one message is the origin of one entry only, and it must not
 * be answered as if it had been.
 */
import { accept, type Entry, invariant, type Party, type Result, refuse } from "@bazaar/kernel";
import type { Needs } from "./needs.ts";
import type { Recorded, Submission } from "./ports/market.ts";
import type { WrittenOnce } from "./ports/store.ts";
import { claimedAuthor } from "./submission.ts";

/** More entries than this since a message was recorded: the contract has moved on. */
const MAX_SINCE = 200;

/** The keys under which one act counts once: of its signed message, and the one that was given. */
export interface OnceKeys {
  readonly origin: string | null;
  readonly given: string | null;
}

/** What the rules say to the act now, apart from the fact that it was recorded. */
export type SaidNow = "accepted" | "refused";

/** What was recorded under these keys before; null if nothing was. */
export async function recordedOnce(
  needs: Needs,
  submission: Submission,
  { origin, given }: OnceKeys,
  now: SaidNow,
): Promise<Result<Recorded> | null> {
  const keyed = given === null ? null : await needs.store.writtenOnce(given);
  if (keyed !== null) return recordedAs(needs, keyed);
  const written = origin === null ? null : await needs.store.writtenOnce(origin);
  return written === null ? null : repeatedMessage(needs, submission, written, now);
}

/**
 * The first one's answer, while that is its author's last act and no other party's act since has
 * made room for the same act again.
 */
async function repeatedMessage(
  needs: Needs,
  submission: Submission,
  written: WrittenOnce,
  now: SaidNow,
): Promise<Result<Recorded> | null> {
  const { contract, seq } = written;
  const recorded = await recordedAs(needs, written);
  if (seq === null) return recorded;
  const since = await needs.store.entries(contract, seq + 1, MAX_SINCE);
  const authors = since.map(({ entry }) => authorIn(entry, needs.signer.party));
  const hasMovedOn =
    authors.length === MAX_SINCE ||
    authors.includes(claimedAuthor(submission)) ||
    (now === "accepted" && authors.some((author) => author !== null));
  return hasMovedOn ? refuse({ code: "already_recorded", seq }) : recorded;
}

/** The party whose act a stored entry is; null for the server. */
function authorIn(entry: Entry, platform: Party): string | null {
  const { type, data } = entry;
  return claimedAuthor(
    entry.author === platform ? { type, data, contract: null } : { entry, contract: null },
  );
}

/** What was recorded before; null where that was no entry but a deposit sent back. */
export async function recordedAs(
  needs: Needs,
  { contract, seq }: WrittenOnce,
): Promise<Result<Recorded> | null> {
  if (seq === null) return null;
  const [found] = await needs.store.entries(contract, seq, 1);
  const stored = await needs.store.load(contract);
  invariant(found !== undefined && stored !== null, `${contract}/${seq} was recorded and is gone`);
  const { entry, hash, receivedAtMs, phase } = found;
  const { state } = stored;
  return accept({ entry, hash, receivedAtMs, phase, state, tasks: [], isRepeated: true });
}

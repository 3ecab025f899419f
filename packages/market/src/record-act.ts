/**
 * The one way in: every act, from every door and from the server itself. Nothing else writes to a
 * contract.
 */
import {
  type Act,
  accept,
  appendable,
  type ChainHead,
  type ContractId,
  type ContractState,
  chainJson,
  contractAlias,
  type Decision,
  EMPTY_CHAIN,
  type Entry,
  entryHash,
  entryText,
  type Facts,
  formatAmount,
  type Gap,
  invariant,
  maxEntryLength,
  type Party,
  type Refused,
  type Result,
  refuse,
  signEntry,
  unreachable,
} from "@bazaar/kernel";
import { decideAfterGaps, extendedAct } from "./after-gaps.ts";
import { type OwnerOf, ownersIn, ownJudge } from "./directory/owners.ts";
import { ledgerPayouts } from "./ledger-payouts.ts";
import type { Needs } from "./needs.ts";
import { pinArtifacts } from "./pin-artifacts.ts";
import type { Recorded, Submission } from "./ports/market.ts";
import {
  type CommitAnswer,
  type Share,
  type Step,
  type StoredContract,
  StoreUnavailable,
  type Write,
} from "./ports/store.ts";
import { recordedAs, recordedOnce } from "./repeated-request.ts";
import { noteLeaving, seatTooSoon } from "./seat-waits.ts";
import { checkAct, type Opening, openingOf, originKey, placeOf, postedId } from "./submission.ts";

/** Every lost race means that another act was stored, so this bounds bad luck, not progress. */
const MAX_TRIES = 64;

/**
 * Records one act: load, decide, store, announce. A second act under the same `onceKey` changes
 * nothing, and so does the same signed message sent again. `arrivedMs` is when the market received
 * it: it may have waited for its turn since.
 */
export async function recordAct(
  needs: Needs,
  submission: Submission,
  onceKey: string | null = null,
  arrivedMs: number = needs.clock.nowMs(),
): Promise<Result<Recorded>> {
  const opening = openingOf(needs, submission);
  return opening.ok ? recordOpened(needs, submission, opening.value, onceKey, arrivedMs) : opening;
}

/** The same for an act that was opened before: what that has checked is not checked again. */
export async function recordOpened(
  needs: Needs,
  submission: Submission,
  opening: Opening,
  onceKey: string | null,
  arrivedMs: number,
): Promise<Result<Recorded>> {
  const { id, posted } = opening;
  const place = placeOf(submission);
  const origin = place === null ? originKey(submission) : null;
  const keys = { origin, given: onceKey };
  const onceKeys = [origin, onceKey].filter((key) => key !== null);
  let { checked } = opening;

  for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) {
    const stored = await needs.store.load(id);
    if (posted === null && stored?.state.terms.platform !== needs.signer.party) {
      return refuse({ code: "unknown_contract", contract: id });
    }
    const chain = stored?.chain ?? EMPTY_CHAIN;
    const fits = place === null ? accept(true) : appendable(chain, place);
    if (!fits.ok) {
      const refused = posted === null ? fits : refuse({ code: "contract_exists", contract: id });
      return (await repeatedAt(needs, submission, id, place?.seq ?? 0)) ?? refused;
    }
    if (checked === null) {
      const result = checkAct(needs, submission, id, chain);
      if (!result.ok) return result;
      checked = result.value;
    }
    const { act } = checked;
    const receivedAtMs = posted?.receivedAtMs ?? Math.max(arrivedMs, stored?.state.receivedMs ?? 0);
    const ownerOf = stored === null ? itself : await ownersIn(needs, stored.state, act);
    const { decided, extensions } = await decideAct(
      needs,
      stored,
      posted,
      act,
      receivedAtMs,
      ownerOf,
    );
    if (extensions.length > 0) {
      await extend(needs, id, extensions, receivedAtMs);
      continue;
    }
    if (!decided.ok) {
      // A repeated act is often refused because the contract moved on when it was first recorded.
      return (await recordedOnce(needs, submission, keys, "refused")) ?? decided;
    }
    const missing = await pinArtifacts(needs, id, decided.value.state.terms, act);
    if (missing !== null) return missing;
    const signed = signedEntry(needs, submission, chain, checked.text);
    if (!signed.ok) return signed;

    const { entry, hash } = signed.value;
    const step = { ...signed.value, receivedAtMs };
    const write = writeOf(needs, { id, stored, act, onceKeys }, step, decided.value);
    const [answer] = await needs.store.commit([write]);
    invariant(answer !== undefined, "the store left a write unanswered");
    if (answer.is === "head_moved") continue;
    if (answer.is === "duplicate") {
      return (await recordedOnce(needs, submission, keys, "accepted")) ?? sentBack();
    }
    if (answer.is !== "stored") return notStored(answer, id);
    // Announced after storing: a reader may learn of an act late, never of one that was not stored.
    needs.feed.publish(answer.no);
    if (stored !== null) noteLeaving(needs.seatPolicy, stored.state, act, receivedAtMs, ownerOf);
    const { state, tasks } = decided.value;
    const { phase } = state;
    return accept({ entry, hash, receivedAtMs, phase, state, tasks, isRepeated: false });
  }
  throw new StoreUnavailable(`${id} moved ${MAX_TRIES} times while one act was decided`);
}

async function decideAct(
  needs: Needs,
  stored: StoredContract | null,
  posted: Opening["posted"],
  act: Act,
  receivedAtMs: number,
  ownerOf: OwnerOf,
): ReturnType<typeof decideAfterGaps> {
  if (stored !== null) {
    // The policy of this market, before the rules.
    const tooSoon = seatTooSoon(needs.seatPolicy, stored.state, act, receivedAtMs, ownerOf);
    if (tooSoon !== null) return { decided: tooSoon, extensions: [] };
    return decideAfterGaps(needs, stored.state, act, receivedAtMs, factsOf(stored, ownerOf));
  }
  invariant(posted !== null, "only a post is decided without a contract");
  const { decision } = posted;
  const barred = await ownJudge(needs, decision.state.terms);
  return { decided: barred ?? accept(decision), extensions: [] };
}

/** Refused if another process has just written the same: then there is nothing left to write. */
export async function extend(
  needs: Needs,
  contract: ContractId,
  extensions: readonly Gap[],
  arrivedMs: number,
): Promise<void> {
  for (const extension of extensions) {
    const act = { by: "server", ...extendedAct(extension), contract } as const;
    await recordAct(needs, act, null, arrivedMs);
  }
}

/** What was recorded of this same act before, or null. Checks no signature. */
export async function recordedBefore(
  needs: Needs,
  submission: Submission,
): Promise<Result<Recorded> | null> {
  const place = placeOf(submission);
  if (place === null) {
    const key = originKey(submission);
    const written = key === null ? null : await needs.store.writtenOnce(key);
    return written === null ? null : recordedAs(needs, written);
  }
  const id = submission.contract ?? postedId(submission);
  return id === null ? null : repeatedAt(needs, submission, id, place.seq);
}

/** The entry to store. The server signs only what the rules have accepted. */
function signedEntry(
  needs: Needs,
  submission: Submission,
  chain: ChainHead,
  writtenText: string | null,
): Result<Pick<Step, "entry" | "text" | "hash">> {
  const entry =
    "entry" in submission
      ? submission.entry
      : signEntry(needs.signer, chain, submission, needs.clock.nowMs());
  const text = writtenText ?? entryText(entry);
  const limit = maxEntryLength(entry.type);
  if (text.length > limit) return refuse({ code: "entry_too_long", length: text.length, limit });
  return accept({ entry, text, hash: needs.sha256Hex(text) });
}

interface Decided {
  readonly id: ContractId;
  readonly stored: StoredContract | null;
  readonly act: Act;
  readonly onceKeys: readonly string[];
}

function writeOf(
  needs: Needs,
  { id, stored, act, onceKeys }: Decided,
  signed: Pick<Step, "entry" | "text" | "hash" | "receivedAtMs">,
  decision: Decision,
): Write {
  const { state, tasks, holds, legs } = decision;
  const expected = {
    expectedSeq: signed.entry.seq,
    expectedSignedLegs: stored?.signedLegs ?? 0,
  };
  const payouts = ledgerPayouts(needs, decision);
  const share = shareOf(needs, stored, act, state);
  return {
    contract: id,
    step: { ...signed, ...expected, state, tasks, holds, payouts, share },
    legs,
    alias: stored === null ? contractAlias(id) : null,
    onceKeys,
  };
}

/** Posting counts against the limit of open contracts, taking a seat against that of seats. */
function shareOf(
  { limits }: Needs,
  before: StoredContract | null,
  { by }: Act,
  { seat, terms }: ContractState,
): Share | null {
  if (before === null) {
    return { party: terms.principal, as: "principal", limit: limits.openContracts };
  }
  if (seat?.agent !== by || before.state.seat?.agent === by) return null;
  return { party: seat.agent, as: "agent", limit: limits.seats };
}

function factsOf({ signedPayees }: StoredContract, ownerOf: OwnerOf): Facts {
  return {
    isSameOwner: (a, b) => ownerOf(a) === ownerOf(b),
    isPayoutSigned: (party) => signedPayees.includes(party),
  };
}

function itself(party: Party): Party {
  return party;
}

/** An act that is already in the chain at its place was recorded before: no conflict. */
async function repeatedAt(
  needs: Needs,
  submission: Submission,
  id: ContractId,
  seq: number,
): Promise<Result<Recorded> | null> {
  const [same] = await needs.store.entries(id, seq, 1);
  if (same === undefined || !isSameAct(submission, same.entry, same.hash)) return null;
  return recordedAs(needs, { contract: id, seq });
}

function isSameAct(submission: Submission, entry: Entry, hash: string): boolean {
  if ("entry" in submission) return entryHash(submission.entry) === hash;
  if (submission.type !== entry.type) return false;
  return chainJson(submission.data) === chainJson(entry.data);
}

function sentBack(): Refused {
  return refuse({ code: "deposit_not_due", problem: "this money has gone back already" });
}

function notStored(
  answer: Exclude<CommitAnswer, { is: "stored" } | { is: "head_moved" } | { is: "duplicate" }>,
  id: ContractId,
): Refused {
  switch (answer.is) {
    case "share_used_up":
      return refuse(
        answer.share.as === "principal"
          ? { code: "too_many_contracts", limit: answer.share.limit }
          : { code: "too_many_seats", limit: answer.share.limit },
      );
    case "alias_taken":
      return refuse({ code: "alias_taken", alias: contractAlias(id) });
    case "insufficient": {
      const { asset, amount, party } = answer.hold;
      return refuse({
        code: "insufficient_funds",
        party,
        asset: asset.code,
        needed: formatAmount(amount, asset),
        available: formatAmount(answer.available, asset),
      });
    }
    default:
      return unreachable(answer);
  }
}

/**
 * A contract as a client sees it: its transcript, verified from the first entry to the last, and the
 * state that follows from it. Only the times of receipt are taken on trust.
 */
import {
  type ChainHead,
  type ContractId,
  type ContractState,
  contractAlias,
  type Entry,
  entryHash,
  type Json,
  type Party,
  parseTranscript,
  type Side,
  type Transcript,
  type Verify,
  verifyTranscriptInSteps,
} from "@bazaar/kernel";
import type { Clock } from "./clock.ts";
import { BadAnswer } from "./market-errors.ts";

export interface Contract {
  readonly id: ContractId;
  readonly transcript: Transcript;
  readonly state: ContractState;
  /** Where the next entry goes. */
  readonly chain: ChainHead;
}

const BUSY_MS = 5;

/**
 * `from` is the id or alias that was requested, or the contract as it was known: then only what was
 * added is verified. It pauses now and then, because the reader may share its process with others.
 */
export async function readContract(
  json: Json,
  from: Contract | string,
  { verify, clock }: { readonly verify: Verify; readonly clock: Clock },
): Promise<Contract> {
  const [name, known] = typeof from === "string" ? [from, null] : [from.id, from];
  const shown = parseTranscript(json);
  if (!shown.ok) throw invalid(name, JSON.stringify(shown.refusal));
  const { id } = shown.value;
  if (name !== id && name !== contractAlias(id))
    throw invalid(name, "it belongs to another contract");
  const transcript = known === null ? shown.value : continued(known, shown.value);
  const verified = await verifyTranscriptInSteps(transcript, verify, pauses(clock), known);
  if (!verified.ok) throw invalid(name, JSON.stringify(verified.refusal));
  return { id, transcript, ...verified.value };
}

/** Lets other work run whenever this has kept the process busy for some time. */
function pauses(clock: Clock): () => Promise<void> {
  let sinceMs = clock.nowMs();
  return async () => {
    if (clock.nowMs() - sinceMs < BUSY_MS) return;
    await clock.sleep(0);
    sinceMs = clock.nowMs();
  };
}

/** What was known, and what was added to it. */
function continued(known: Contract, transcript: Transcript): Transcript {
  const { entries, receivedAt } = known.transcript;
  return {
    id: known.id,
    entries: [...entries, ...entriesSince(known, { transcript })],
    receivedAt: [...receivedAt, ...transcript.receivedAt.slice(known.chain.seq)],
  };
}

/** The entries that were added. @throws BadAnswer if known entries have changed. */
export function entriesSince(
  known: Contract,
  newer: Pick<Contract, "transcript">,
): readonly Entry[] {
  const { entries } = newer.transcript;
  const last = entries[known.chain.seq - 1];
  if (last === undefined || entryHash(last) !== known.chain.head) {
    throw invalid(known.id, "it differs from the one shown before");
  }
  return entries.slice(known.chain.seq);
}

/** Which side of the contract a party is, or would be. */
export function sideIn({ state }: Contract, party: Party): Side {
  return state.terms.principal === party ? "principal" : "agent";
}

const MAX_SHOWN = 500;

function invalid(name: string, problem: string): BadAnswer {
  return new BadAnswer(`the transcript of ${name} is not valid: ${problem.slice(0, MAX_SHOWN)}`);
}

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
  verifyTranscript,
} from "@bazaar/kernel";
import { BadAnswer } from "./market-errors.ts";

export interface Contract {
  readonly id: ContractId;
  readonly transcript: Transcript;
  readonly state: ContractState;
  /** Where the next entry goes. */
  readonly chain: ChainHead;
}

/** `name` is the id or alias that was requested. */
export function readContract(json: Json, name: string, verify: Verify): Contract {
  const transcript = parseTranscript(json);
  if (!transcript.ok) throw invalid(name, JSON.stringify(transcript.refusal));
  const { id, entries } = transcript.value;
  if (name !== id && name !== contractAlias(id))
    throw invalid(name, "it belongs to another contract");
  const state = verifyTranscript(transcript.value, verify);
  if (!state.ok) throw invalid(name, JSON.stringify(state.refusal));
  const last = entries.at(-1);
  if (last === undefined) throw invalid(name, "it is empty");
  const chain = { head: entryHash(last), seq: entries.length };
  return { id, transcript: transcript.value, state: state.value, chain };
}

/** The entries that were added. @throws BadAnswer if known entries have changed. */
export function entriesSince(known: Contract, newer: Contract): readonly Entry[] {
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

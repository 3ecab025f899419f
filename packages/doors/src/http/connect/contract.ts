/**
 * A contract as a client knows it: its transcript, verified from the first entry to the last, and
 * where that puts it. Nothing here is taken on the server's word but the times of receipt.
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

/** `name` is what was asked for: the id, or its alias. */
export function readContract(json: Json, name: string, verify: Verify): Contract {
  const transcript = parseTranscript(json);
  if (!transcript.ok) throw lie(name, JSON.stringify(transcript.refusal));
  const { id, entries } = transcript.value;
  if (name !== id && name !== contractAlias(id)) throw lie(name, "it is another contract's");
  const state = verifyTranscript(transcript.value, verify);
  if (!state.ok) throw lie(name, JSON.stringify(state.refusal));
  const last = entries.at(-1);
  if (last === undefined) throw lie(name, "it is empty");
  const chain = { head: entryHash(last), seq: entries.length };
  return { id, transcript: transcript.value, state: state.value, chain };
}

/** What the newer one has beyond the older. A chain only grows: nothing known may change. */
export function entriesSince(known: Contract, newer: Contract): readonly Entry[] {
  const { entries } = newer.transcript;
  const last = entries[known.chain.seq - 1];
  if (last === undefined || entryHash(last) !== known.chain.head) {
    throw lie(known.id, "it is not the one that was shown before");
  }
  return entries.slice(known.chain.seq);
}

/** Which side of the contract a party is, or would be. */
export function sideIn({ state }: Contract, party: Party): Side {
  return state.terms.principal === party ? "principal" : "agent";
}

const MAX_SHOWN = 500;

function lie(name: string, problem: string): BadAnswer {
  return new BadAnswer(`the transcript of ${name} does not hold: ${problem.slice(0, MAX_SHOWN)}`);
}

/**
 * Verifies a whole transcript without trusting anyone: the chain, the origins of entries, their
 * authors, and that the rules allow every entry at the time the server says it received it.
 */
import { fields } from "../canonical/fields.ts";
import type { Json, JsonObject } from "../canonical/json.ts";
import type { Decision } from "../contract/act.ts";
import { contractId } from "../contract/contract-id.ts";
import { decide } from "../contract/decide.ts";
import { readTerms } from "../contract/parse-terms.ts";
import { MAX_ENTRIES } from "../contract/rules.ts";
import type { ContractState } from "../contract/state.ts";
import type { ContractId } from "../contract/terms.ts";
import type { Party } from "../identity/party.ts";
import type { Verify } from "../identity/verify.ts";
import { accept, type Refusal, type Result, refuse } from "../refusal.ts";
import { actOf } from "./authorship.ts";
import {
  type ChainHead,
  EMPTY_CHAIN,
  parseChain,
  verifyChain,
  verifyChainInSteps,
} from "./chain.ts";
import { type Entry, entryJson } from "./entry.ts";
import { originIdentity } from "./origin.ts";

/** A contract's history as it is exported: entries, and when the server received each. */
export interface Transcript {
  readonly id: ContractId;
  readonly entries: readonly Entry[];
  readonly receivedAt: readonly number[];
}

export function transcriptJson({ id, entries, receivedAt }: Transcript): JsonObject {
  return { id, entries: entries.map(entryJson), receivedAt: receivedAt.map(BigInt) };
}

export function parseTranscript(json: Json): Result<Transcript> {
  const read = fields(json, "transcript");
  const id = read.hex("id", 64);
  const items = read.array("entries", { max: MAX_ENTRIES }, (list, at) => list.json(at));
  const receivedAt = read.array(
    "receivedAt",
    { min: items.length, max: items.length },
    (list, at) => list.integer(at, { max: Number.MAX_SAFE_INTEGER }),
  );
  if (read.problem !== null) return refuse({ code: "malformed_entry", ...read.problem });
  const entries = parseChain(items);
  if (!entries.ok) return entries;
  return accept({ id: id as ContractId, entries: entries.value, receivedAt });
}

/** The state of the contract, if its transcript is valid. */
export function verifyTranscript(transcript: Transcript, verify: Verify): Result<ContractState> {
  const chain = verifyChain(transcript.entries, verify);
  return chain.ok ? replay(transcript, verify) : chain;
}

/** A beginning of a transcript that was verified before. */
export interface Verified {
  readonly state: ContractState;
  readonly chain: ChainHead;
}

/**
 * The same with a pause after each entry: a long transcript takes long. The entries that led to
 * `known` are not verified again.
 */
export async function verifyTranscriptInSteps(
  transcript: Transcript,
  verify: Verify,
  pause: () => Promise<void>,
  known: Verified | null = null,
): Promise<Result<Verified>> {
  const from = known?.chain ?? EMPTY_CHAIN;
  const chain = await verifyChainInSteps(transcript.entries.slice(from.seq), verify, pause, from);
  if (!chain.ok) return chain;
  const state = await replayInSteps(transcript, verify, pause, known);
  return state.ok ? accept({ state: state.value, chain: chain.value }) : state;
}

/** Decides every entry again. Links and entry signatures are taken as checked. */
export function replay(transcript: Transcript, verify: Verify): Result<ContractState> {
  const steps = replaySteps(transcript, verify, null);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** The same with a pause after each entry, from `known` on. */
export async function replayInSteps(
  transcript: Transcript,
  verify: Verify,
  pause: () => Promise<void>,
  known: Verified | null = null,
): Promise<Result<ContractState>> {
  const steps = replaySteps(transcript, verify, known);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await pause();
  }
}

/** One entry of a replay, and what the rules decided about it. */
export interface ReplayStep {
  readonly entry: Entry;
  readonly atMs: number;
  readonly decision: Decision;
}

/** The replay entry by entry, for callers that need more than its last state. */
export function* replaySteps(
  transcript: Transcript,
  verify: Verify,
  known: Verified | null = null,
): Generator<ReplayStep, Result<ContractState>> {
  const opened = openingOf(transcript);
  if (!opened.ok) return opened;
  const contract = opened.value;
  const origins = new Set<string>();
  let state = known?.state ?? null;
  let lastMs = 0;
  for (const [seq, entry] of transcript.entries.entries()) {
    const atMs = transcript.receivedAt[seq];
    if (atMs === undefined) return broken(seq, "it has no time of receipt");
    if (atMs < lastMs) return broken(seq, "received before the entry it follows");
    lastMs = atMs;
    if (entry.author === contract.platform && !isFreshOrigin(entry, origins))
      return broken(seq, "its origin was used before");
    if (known !== null && seq < known.chain.seq) continue;
    const act = actOf(entry, contract, verify);
    if (!act.ok) return broken(seq, `${entry.type} has no author`, act.refusal);
    const decided = decide(state, act.value, atMs);
    if (!decided.ok) return broken(seq, `${entry.type} is not allowed`, decided.refusal);
    state = decided.value.state;
    yield { entry, atMs, decision: decided.value };
  }
  return state === null ? broken(0, "there is no entry") : accept(state);
}

/** The id and the server's key, which only the first entry can give. */
function openingOf({ id, entries }: Transcript): Result<{ id: ContractId; platform: Party }> {
  const first = entries[0];
  if (first?.type !== "post") return broken(0, "a transcript begins with post");
  const terms = readTerms(first.data.terms);
  if (!terms.ok) return terms;
  if (contractId(terms.value) !== id) return broken(0, "the terms are those of another contract");
  return accept({ id, platform: terms.value.platform });
}

/** A signed message can be the origin of one entry only. */
function isFreshOrigin({ data }: Entry, seen: Set<string>): boolean {
  if (data.origin === undefined) return true;
  const identity = originIdentity(data.origin);
  if (seen.has(identity)) return false;
  seen.add(identity);
  return true;
}

function broken(seq: number, problem: string, refusal?: Refusal): Result<never> {
  const because = refusal === undefined ? {} : { refusal };
  return refuse({ code: "broken_chain", seq, problem, ...because });
}

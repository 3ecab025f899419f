/** What a court runs again: the terms of a transcript and the last result in it. */
import {
  type ContractId,
  invariant,
  type Json,
  jobPayload,
  type Party,
  parseParty,
  readRunSpec,
  readTerms,
  sha256Hex,
  type Terms,
  type Transcript,
} from "@bazaar/kernel";
import { type JobTools, noVerdict, type Replayed, replayJob, replayRun } from "@bazaar/work";

/** All that a replay needs to know. It can be sent to another process as text. */
export interface HandedIn {
  readonly contract: ContractId;
  /** As the first entry has them. */
  readonly terms: Json;
  /** The `fix` that was handed in. */
  readonly result: string;
  readonly provider: Party;
  readonly sampleSeed: string;
}

export function readHandedIn(transcript: Transcript): HandedIn {
  const { id, entries } = transcript;
  // A replay is asked for only after the agent in the seat has handed in.
  const at = entries.findLastIndex(({ type }) => type === "fix");
  const { data, author } = entries[at] ?? {};
  invariant(typeof data?.fix === "string", "a check is run again without a result");
  const provider = parseParty(author ?? "");
  invariant(provider.ok, "the author of a recorded entry is a party");
  return {
    contract: id,
    terms: entries[0]?.data.terms ?? null,
    result: data.fix,
    provider: provider.value,
    sampleSeed: sampleSeedOf(transcript, at),
  };
}

/**
 * What the agent could not know when it handed in: when the market received the fix, and how the
 * principal signed the report on it. It stays the same however long the case becomes.
 */
export function sampleSeedOf({ id, entries, receivedAt }: Transcript, fix: number): string {
  const report = entries.slice(fix).find(({ type }) => type === "verify");
  return sha256Hex(`${id} ${receivedAt[fix]} ${report?.signature ?? ""}`);
}

/** Runs it in sandboxes that are opened here. What strangers wrote may keep this thread busy. */
export async function replayHandedIn(
  { terms: json, contract, result, provider, sampleSeed }: HandedIn,
  tools: Omit<JobTools, "limitMs">,
): Promise<Replayed> {
  const { work, checks, rules } = termsOf(json);
  const limited = { ...tools, limitMs: rules.executionSeconds * 1_000 };
  const { kind, spec } = work;
  const payload = jobPayload(work);
  if (payload !== null) {
    const job = { spec, payload, contract, result, provider, checks, sampleSeed };
    return replayJob(job, limited);
  }
  if (kind !== "run") return noVerdict(`Work of the kind ${kind} cannot be run again yet.`);
  const run = readRunSpec(spec);
  if (!run.ok) return noVerdict("The terms do not say what to run.");
  return replayRun({ spec: run.value, result, checks }, limited);
}

function termsOf(json: Json): Terms {
  const terms = readTerms(json);
  invariant(terms.ok, "the terms of a recorded contract can be read");
  return terms.value;
}

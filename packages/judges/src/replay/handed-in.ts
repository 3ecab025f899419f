/** What a court runs again: the terms of a transcript and the last result in it. */
import {
  invariant,
  jobPayload,
  parseParty,
  readRunSpec,
  readTerms,
  sha256Hex,
  type Terms,
  type Transcript,
} from "@bazaar/kernel";
import { type HandedInJob, type JobTools, type Replayed, replayJob, replayRun } from "@bazaar/work";

export type Read =
  | {
      /** What the terms allow to one command. */
      readonly limitMs: number;
      readonly replay: (tools: JobTools) => Promise<Replayed>;
    }
  /** A sentence for the record. */
  | { readonly problem: string };

export function readHandedIn(transcript: Transcript): Read {
  const { entries } = transcript;
  const terms = termsOf(entries[0]);
  // A replay is asked for only after the agent in the seat has handed in.
  const at = entries.findLastIndex(({ type }) => type === "fix");
  const { data, author } = entries[at] ?? {};
  invariant(typeof data?.fix === "string", "a check is run again without a result");
  const provider = parseParty(author ?? "");
  invariant(provider.ok, "the author of a recorded entry is a party");
  const handedIn = { contract: transcript.id, result: data.fix, provider: provider.value };
  return readWork(terms, handedIn, sampleSeedOf(transcript, at));
}

/**
 * What the agent could not know when it handed in: when the market received the fix, and how the
 * principal signed the report on it. It stays the same however long the case becomes.
 */
export function sampleSeedOf({ id, entries, receivedAt }: Transcript, fix: number): string {
  const report = entries.slice(fix).find(({ type }) => type === "verify");
  return sha256Hex(`${id} ${receivedAt[fix]} ${report?.signature ?? ""}`);
}

function readWork(
  { work, checks, rules }: Terms,
  { contract, result, provider }: Pick<HandedInJob, "contract" | "result" | "provider">,
  sampleSeed: string,
): Read {
  const limitMs = rules.executionSeconds * 1_000;
  const { kind, spec } = work;
  const payload = jobPayload(work);
  if (payload !== null) {
    const job = { spec, payload, contract, result, provider, checks, sampleSeed };
    return { limitMs, replay: (tools) => replayJob(job, tools) };
  }
  if (kind !== "run") return { problem: `Work of the kind ${kind} cannot be run again yet.` };
  const run = readRunSpec(spec);
  if (!run.ok) return { problem: "The terms do not say what to run." };
  const handedIn = { spec: run.value, result, checks };
  return { limitMs, replay: (tools) => replayRun(handedIn, tools) };
}

function termsOf(post: Transcript["entries"][number] | undefined): Terms {
  const terms = readTerms(post?.data.terms);
  invariant(terms.ok, "the terms of a recorded contract can be read");
  return terms.value;
}

/**
 * A case as a judge reads it. The transcript is as long as the parties made it, so reading it leaves
 * time for other work.
 *
 * Only the last verification is judged: it is the one that the case is about, and each costs the
 * matching of every agreed pattern.
 */
import { setImmediate as pause } from "node:timers/promises";
import {
  type AskJudge,
  type ContractState,
  invariant,
  isJsonObject,
  replayInSteps,
  shownVerdict,
  type Transcript,
  type Verdict,
} from "@bazaar/kernel";
import type { CaseFile } from "@bazaar/market/ports";
import { type CaseRecord, CHECKED_BEFORE, type RecordedEntry, readRecord } from "./read-record.ts";

export interface Case {
  readonly question: AskJudge;
  readonly record: CaseRecord;
  /** What the agreed checks say about the evidence of the last verification. */
  readonly verdict: Verdict;
}

export async function openCase({ question, transcript }: CaseFile): Promise<Case> {
  const record = readRecord(transcript, await replayed(transcript));
  const evidence = lastVerification(record)?.data.evidence;
  const { checks } = record.state.terms;
  const verdict = isJsonObject(evidence) ? shownVerdict(checks, evidence) : "no_verdict";
  return { question, record, verdict };
}

/** What the principal said last about a fix of this agent. */
export function lastVerification({ entries, seatSeq }: CaseRecord): RecordedEntry | undefined {
  return entries.findLast(({ type, seq }) => type === "verify" && seq >= seatSeq);
}

async function replayed(transcript: Transcript): Promise<ContractState> {
  const state = await replayInSteps(transcript, CHECKED_BEFORE, pause);
  invariant(state.ok, `a court was given a transcript that breaks the rules: ${transcript.id}`);
  return state.value;
}

/**
 * A court as a function: a transcript in, an opinion out. The server calls it for its own contracts,
 * the command line for files from anywhere, so the transcript is verified first.
 */
import {
  accept,
  type ContractState,
  judgeOf,
  type Result,
  refuse,
  type TierName,
  type Transcript,
  type Verify,
  verifyTranscript,
} from "@bazaar/kernel";
import type { Judge, Opinion } from "@bazaar/market/ports";

export interface CourtOrder {
  readonly transcript: Transcript;
  readonly bench: TierName;
  readonly judge: Judge;
  readonly verify: Verify;
  readonly nowMs: number;
  readonly limitMs: number;
  /** Rules even if the contract is not before this court. */
  readonly judgesAnyway?: boolean;
}

/** @throws JudgeUnavailable when there was no answer in time. */
export async function ruleOnTranscript(order: CourtOrder): Promise<Result<Opinion>> {
  const { transcript, bench, judge, nowMs, limitMs, judgesAnyway = false } = order;
  const verified = verifyTranscript(transcript, order.verify);
  if (!verified.ok) return verified;
  const state = verified.value;
  const { court, platform } = state.terms;
  if (!judgesAnyway) {
    if (judgeOf(court) === null) return refuse({ code: "no_court", act: "ruling" });
    if (!isSitting(state, bench)) {
      return refuse({ code: "wrong_phase", phase: state.phase, act: "ruling" });
    }
  }
  const question = {
    contract: transcript.id,
    judge: judgeOf(court) ?? platform,
    bench,
    question: state.case?.question ?? 0,
    byMs: nowMs + limitMs,
  };
  return accept(await judge.opine({ question, transcript }));
}

function isSitting({ phase, case: open }: ContractState, bench: TierName): boolean {
  return (phase === "deliberating" || phase === "halted") && open?.bench === bench;
}

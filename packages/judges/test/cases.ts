import { type AskJudge, type Bench, type JsonObject, shownVerdict } from "@bazaar/kernel";
import type { CaseFile } from "@bazaar/market/ports";
import { AGENT, accepted, PRINCIPAL, SERVER, START_MS, type Story } from "@bazaar/testkit";
import { type Case, lastVerification } from "../src/record/open-case.ts";
import { readRecord } from "../src/record/read-record.ts";

/** The question about a story's contract that a bench has until `byMs` to answer. */
export function fileOf(told: Story, bench: Bench = "district", byMs = START_MS): CaseFile {
  const transcript = told.transcript();
  const question: AskJudge = {
    contract: transcript.id,
    judge: SERVER.party,
    bench,
    question: told.state.case?.question ?? 0,
    byMs,
  };
  return { question, transcript };
}

/** The same as it is opened for a judge. */
export function caseOf(told: Story): Case {
  const { question, transcript } = fileOf(told);
  const record = readRecord(transcript, told.state);
  const { checks } = record.state.terms;
  const evidence = lastVerification(record)?.data.evidence as JsonObject | undefined;
  const verdict = evidence === undefined ? "no_verdict" : shownVerdict(checks, evidence);
  return { question, record, verdict };
}

/** A fix that the principal calls a failure, and both sides' arguments about it. */
export function disputed(
  said: {
    readonly terms?: Parameters<typeof accepted>[0];
    readonly fix?: JsonObject;
    readonly verify?: JsonObject;
    readonly filed?: string;
    readonly answered?: string;
    /** What the principal shows with its answer. */
    readonly shown?: JsonObject;
  } = {},
): Story {
  const {
    fix = { fix: "sed -i s/tset/test/ Makefile", explanation: "a misspelled target" },
    verify = { success: false, explanation: "exit code 2", evidence: { exit_code: 2n } },
    filed = "it works",
    answered = "it does not",
    shown,
  } = said;
  return accepted(said.terms)
    .act(AGENT, "fix", fix)
    .act(PRINCIPAL, "verify", verify)
    .act(AGENT, "dispute_filed", { argument: filed })
    .act(PRINCIPAL, "dispute_response", {
      argument: answered,
      ...(shown === undefined ? {} : { evidence: shown }),
    });
}

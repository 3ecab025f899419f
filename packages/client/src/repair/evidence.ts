/**
 * The evidence of a verification, as the transcript records it for a court: one object for all
 * checks. Texts are scrubbed first, then hashed and cut: the hash of an unscrubbed text would let
 * others guess a short secret.
 */
import type { Contract } from "@bazaar/doors/connection";
import { type JsonObject, judgeRun, sha256Hex, undecided } from "@bazaar/kernel";
import { exitCodeEvidence, type Run } from "@bazaar/work";
import { endOf, plainOutput } from "./plain-output.ts";
import { lastProposal } from "./proposal.ts";

/** Two texts of this length, at six characters each for non-ASCII, fit into an act. */
const MAX_SHOWN = 16_000;

/** What it waited for is said where its own words end. */
function withReason({ output, waits }: Run): string {
  return waits === undefined ? output : `${output.trimEnd()}\n${waits.words}\n`.trimStart();
}

/**
 * The evidence with which a failure is reported. If the checks passed, the fix is not taken for another
 * reason, which the explanation gives: the run cannot be evidence of a failure, and the market would
 * refuse it as such. That they passed is admitted only of the agreed command: with another one of the
 * agent's choice it says nothing. `not_taken` tells the agent that no other fix is wanted.
 */
export function failureEvidence(contract: Contract, evidence: JsonObject): JsonObject {
  if (judgeRun(contract.state.terms.checks, evidence) !== "pass") return evidence;
  const isAgreed = lastProposal(contract)?.proposal.correctedCommand == null;
  return { ...undecided(evidence), not_taken: true, ...(isAgreed ? { passed: true } : {}) };
}

export function evidenceOf(run: Run, scrub: (text: string) => string): JsonObject {
  const stdout = scrub(plainOutput(run.stdout));
  const output = scrub(plainOutput(withReason(run)));
  const shown = endOf(stdout, MAX_SHOWN);
  return {
    ...exitCodeEvidence(run),
    ...(run.waits === undefined ? {} : { waits: { ...run.waits, words: scrub(run.waits.words) } }),
    duration_ms: BigInt(Math.round(run.durationMs)),
    output: shown,
    ...(run.isCut || shown.length < stdout.length ? { is_cut: true } : {}),
    stdout_sha256: sha256Hex(stdout),
    output_sha256: sha256Hex(output),
    tail: endOf(output, MAX_SHOWN),
  };
}

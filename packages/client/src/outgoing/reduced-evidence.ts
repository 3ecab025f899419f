/**
 * What is told of a check whose output stays here: how it ended, how long it took in coarse steps, a
 * commitment to its output, and a few lines.
 */
import { type Check, type JsonObject, judgeRun, type Verdict } from "@bazaar/kernel";
import { exitCodeEvidence, type Run } from "@bazaar/work";
import { type FailureText, linesOf, reportsProblem } from "./failure-text.ts";

/** Each line that can occur again or not is one bit that a fix can choose. */
export const MAX_RECURRING = 12;

/**
 * Which lines of the failure occurred again, each once, in its wording and order. The lines that are
 * looked for are the same in every attempt: those that report a problem first, then the last ones.
 */
export function recurringLines({ error }: FailureText, output: string): readonly string[] {
  const distinct = [...new Set(linesOf(error))];
  const byWeight = [
    ...distinct.filter(reportsProblem).reverse(),
    ...distinct.filter((line) => !reportsProblem(line)).reverse(),
  ];
  const watched = new Set(byWeight.slice(0, MAX_RECURRING));
  const printed = new Set(linesOf(output));
  return distinct.filter((line) => watched.has(line) && printed.has(line));
}

export interface Reduced {
  readonly run: Run;
  readonly lines: readonly string[];
  readonly durationMs: number;
  readonly withheld: { readonly commitment: string };
  readonly checks: readonly Check[];
  /** What the checks say about the whole output. */
  readonly verdict: Verdict;
}

/**
 * The lines stand where the output stood, marked as cut. Where a check by pattern would read another
 * verdict out of them than it had on the whole output, they stand in `tail`, which is not judged.
 */
export function reducedEvidence(reduced: Reduced): JsonObject {
  const { run, lines, durationMs, withheld, checks, verdict } = reduced;
  const facts = {
    ...exitCodeEvidence(run),
    duration_ms: BigInt(durationMs),
    is_cut: true,
    output_commitment: withheld.commitment,
  };
  const text = lines.map((line) => `${line}\n`).join("");
  const evidence = { ...facts, output: text };
  const read = judgeRun(checks, evidence);
  return read === verdict || read === "no_verdict" ? evidence : { ...facts, tail: text };
}

/**
 * The principal's default argument before a court: what was recorded, entry by entry. Evidence is as
 * published: scrubbed and hashed.
 */
import type { Contract } from "@bazaar/doors/connection";
import { type Entry, isJsonObject, type JsonObject, TEXT_LIMITS } from "@bazaar/kernel";
import { endOf, lastPart } from "./plain-output.ts";

/** The local result of a fix that has no verification in the transcript. */
export interface SeenHere {
  readonly fixSeq: number;
  readonly evidence: JsonObject;
}

const MAX_LINES = 40;
const MAX_TAIL = 2_000;
const MAX_WORDS = 500;

export function recordedFacts(
  { transcript, state }: Contract,
  seenHere: SeenHere | null = null,
): string {
  const { entries } = transcript;
  const own = entries.flatMap((entry) => lineOn(entry, state.terms.principal));
  const here =
    seenHere === null
      ? []
      : [
          `The fix of entry ${seenHere.fixSeq}, run in a sandbox here: ${runWords(seenHere.evidence)}.`,
        ];
  const shown = seenHere?.evidence ?? lastEvidence(entries);
  const tail = tailOf(shown);
  const facts = [
    "This answer was written by the principal's program from what it recorded.",
    ...own.slice(-MAX_LINES),
    ...here,
    ...(tail === "" ? [] : [`${shownWords(shown)}:`, tail]),
  ];
  return lastPart(facts.join("\n"), TEXT_LIMITS.argument);
}

function lineOn({ type, seq, data, author }: Entry, principal: string): readonly string[] {
  switch (type) {
    case "result":
      return [`Entry ${seq}: answered the investigation (${words(data.command)}).`];
    case "fix":
      return [`Entry ${seq}: the agent submitted a fix.`];
    case "verify":
      return [`Entry ${seq}: ${verifyWords(data)}`];
    case "review_reject":
      return [`Entry ${seq}: the fix was rejected: ${words(data.argument) || "no reason given"}.`];
    case "dispute_filed":
      return author === principal ? [] : [`Entry ${seq}: the agent disputes this.`];
    default:
      return [];
  }
}

function verifyWords({ success, explanation, evidence }: JsonObject): string {
  const isPassed = isJsonObject(evidence) && evidence.passed === true;
  const said =
    success === true ? "the fix passed" : isPassed ? "the fix was not taken" : "the fix failed";
  const why = words(explanation);
  const run = isJsonObject(evidence) ? runWords(evidence) : "no run was recorded";
  return `${said}; ${run}.${why === "" ? "" : ` ${why}`}`;
}

function runWords(evidence: JsonObject): string {
  const { exit_code, stopped_by, signal, duration_ms, stdout_sha256, output_sha256 } = evidence;
  const { output_commitment, passed } = evidence;
  const stop = `stopped by ${words(stopped_by) || words(signal) || "a limit"}`;
  const end = passed === true ? "its check passed" : stop;
  const parts = [
    exit_code !== undefined ? `exit code ${exit_code}` : end,
    ...(duration_ms === undefined ? [] : [`${duration_ms} ms`]),
    ...(stdout_sha256 === undefined ? [] : [`stdout sha256 ${words(stdout_sha256)}`]),
    ...(output_sha256 === undefined ? [] : [`output sha256 ${words(output_sha256)}`]),
    ...(output_commitment === undefined
      ? []
      : [`commitment to the output ${words(output_commitment)}`]),
  ];
  return parts.join(", ");
}

function lastEvidence(entries: readonly Entry[]): JsonObject | null {
  const verified = entries.findLast(({ type }) => type === "verify");
  return isJsonObject(verified?.data.evidence) ? verified.data.evidence : null;
}

function tailOf(evidence: JsonObject | null): string {
  const tail = evidence?.tail ?? evidence?.output;
  return typeof tail === "string" ? endOf(tail, MAX_TAIL).trim() : "";
}

/** Of an output that stayed on the principal's machine only some lines are known. */
function shownWords(evidence: JsonObject | null): string {
  const isWithheld = evidence?.output_commitment !== undefined;
  return isWithheld ? "The output has these lines" : "The output ended with";
}

function words(value: unknown): string {
  return typeof value === "string" ? value.slice(0, MAX_WORDS) : "";
}

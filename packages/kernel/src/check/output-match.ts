/**
 * The output must contain a match of a pattern that a stranger wrote.
 *
 * The engine takes time linear in the text, times the size of the compiled pattern, which is
 * bounded too: nobody can hang a checker with one. It has no look-around and no back references;
 * such a pattern is refused at posting.
 */
import { RE2JS, RE2JSException } from "re2js";
import type { JsonObject } from "../canonical/json.ts";
import type { Verdict } from "./verdict.ts";

export interface OutputMatchCheck {
  readonly method: "output_match";
  readonly pattern: string;
}

export const MAX_PATTERN_LENGTH = 1_000;

/** Repetitions multiply: `\pL{1000}` is nine characters and a thousand steps for each letter. */
const MAX_PROGRAM_SIZE = 1_000;

/** Why a pattern cannot be used, or null. */
export function patternProblem(pattern: string): string | null {
  try {
    const size = RE2JS.compile(pattern).programSize();
    if (size <= MAX_PROGRAM_SIZE) return null;
    return `not a usable expression: ${size} steps, expected at most ${MAX_PROGRAM_SIZE}`;
  } catch (error) {
    if (error instanceof RE2JSException) return `not a usable expression: ${error.message}`;
    throw error;
  }
}

export function judgeOutputMatch({ pattern }: OutputMatchCheck, evidence: JsonObject): Verdict {
  const output = evidence.output;
  if (typeof output !== "string") return "no_verdict";
  if (RE2JS.compile(pattern).matcher(output).find()) return "pass";
  // The match may stand in what was cut away.
  return evidence.is_cut === true ? "no_verdict" : "fail";
}

/**
 * The output must contain a match of a pattern that a stranger wrote.
 *
 * RE2 matches in time linear in the text times the size of the compiled pattern. Both are limited, the
 * sizes for all patterns of a contract together, so that judging one verification takes some 20 ms at
 * worst. It has no look-around and no back references; such
 * patterns are refused at posting.
 */
import { RE2JS, RE2JSException } from "re2js";
import type { JsonObject } from "../canonical/json.ts";
import type { Verdict } from "./verdict.ts";

export interface OutputMatchCheck {
  readonly method: "output_match";
  readonly pattern: string;
}

export const MAX_PATTERN_LENGTH = 400;

/** Characters of an output that patterns are matched with: the last ones. */
const MAX_MATCHED = 5_000;
/** Characters times instructions of all patterns: a step takes 15 to 45 ns. */
const MAX_STEPS = 500_000;
/** Repetitions multiply: `\pL{1000}` is nine characters and a thousand instructions. */
const MAX_PROGRAM_SIZE = MAX_STEPS / MAX_MATCHED; // A whole number: 100.
/** Beyond this the engine refuses nested repetitions itself. */
const MAX_NESTED_REPETITIONS = 1_000;
/** Steps that compiling may unfold before they are counted: a tenth of a second at worst. */
const MAX_EXPANSION = 100_000;

/** Why a pattern cannot be used, or null. */
export function patternProblem(pattern: string): string | null {
  // Checked before compiling, because compiling such a pattern is expensive.
  if (pattern.length * repetitions(pattern) > MAX_EXPANSION) {
    return "not a usable expression: its repetitions multiply too far";
  }
  // Folding the case of a wide class walks every character in it.
  if (/\(\?[a-zA-Z]*i/.test(pattern) && /[\u0080-\uffff]|\\[pPxu]/.test(pattern)) {
    return "not a usable expression: ignoring case works on plain ASCII only";
  }
  try {
    return sizeProblem(RE2JS.compile(pattern).programSize());
  } catch (error) {
    if (error instanceof RE2JSException) return `not a usable expression: ${error.message}`;
    throw error;
  }
}

/** Why usable patterns cannot be used together, or null. */
export function patternsProblem(patterns: readonly string[]): string | null {
  const sizes = patterns.map((pattern) => RE2JS.compile(pattern).programSize());
  return sizeProblem(sizes.reduce((sum, size) => sum + size, 0));
}

function sizeProblem(size: number): string | null {
  if (size <= MAX_PROGRAM_SIZE) return null;
  return `not a usable expression: ${size} instructions, expected at most ${MAX_PROGRAM_SIZE}`;
}

/** The most that counted repetitions could multiply to, if every one enclosed the next. */
function repetitions(pattern: string): number {
  let product = 1;
  for (const [, least = "", most = ""] of pattern.matchAll(/\{([0-9]+)(?:,([0-9]*))?\}/g)) {
    product *= Math.max(1, Number(most === "" ? least : most));
  }
  return Math.min(product, MAX_NESTED_REPETITIONS);
}

export function judgeOutputMatch({ pattern }: OutputMatchCheck, evidence: JsonObject): Verdict {
  const output = evidence.output;
  if (typeof output !== "string") return "no_verdict";
  // Searched from there, not cut off there: `^` and `\b` see what is before.
  const start = Math.max(0, output.length - MAX_MATCHED);
  if (RE2JS.compile(pattern).matcher(output).find(start)) return "pass";
  // The match may be in the part that was cut.
  return evidence.is_cut === true || start > 0 ? "no_verdict" : "fail";
}

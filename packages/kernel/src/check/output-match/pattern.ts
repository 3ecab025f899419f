/**
 * Which patterns of a stranger may be used.
 *
 * RE2 matches in time linear in the text times the size of the compiled pattern. Both are limited, the
 * sizes for all patterns of a contract together, so that judging one verification takes some 20 ms at
 * worst. What makes compiling slow is limited too: every judgement compiles the patterns. RE2 has no
 * look-around and no back references; such patterns are refused at posting.
 */
import { RE2JS, RE2JSException } from "re2js";

export const MAX_PATTERN_LENGTH = 400;

/** Characters of an output that patterns are matched with: the last ones. */
export const MAX_MATCHED = 5_000;
/** Characters times instructions of all patterns: a step takes 15 to 45 ns. */
const MAX_STEPS = 500_000;
/** Repetitions multiply: `\pL{1000}` is nine characters and a thousand instructions. */
const MAX_PROGRAM_SIZE = MAX_STEPS / MAX_MATCHED; // A whole number: 100.
/** Beyond this the engine refuses nested repetitions itself. */
const MAX_NESTED_REPETITIONS = 1_000;
/** Steps that compiling may unfold before they are counted: a tenth of a second at worst. */
const MAX_EXPANSION = 100_000;
/** Of all patterns: each takes a tenth of a millisecond to compile, and many are one instruction. */
const MAX_UNICODE_CLASSES = 10;

/** Why a pattern cannot be used, or null. It is asked about each pattern of one contract in turn. */
export type PatternProblem = (pattern: string) => string | null;

/** Compiles each pattern that it is asked about, and counts them together. */
export function patternProblems(): PatternProblem {
  let classes = 0;
  let size = 0;
  return (pattern) => {
    // Checked before compiling, because compiling such a pattern is expensive.
    const costly = costlyToCompile(pattern);
    if (costly !== null) return costly;
    classes += unicodeClasses(pattern);
    if (classes > MAX_UNICODE_CLASSES) {
      return tooComplex(classes, "Unicode classes (\\p or \\P)", MAX_UNICODE_CLASSES);
    }
    try {
      size += RE2JS.compile(pattern).programSize();
    } catch (error) {
      if (error instanceof RE2JSException) return `not a usable expression: ${error.message}`;
      throw error;
    }
    return size > MAX_PROGRAM_SIZE ? tooComplex(size, "RE2 instructions", MAX_PROGRAM_SIZE) : null;
  };
}

function tooComplex(count: number, what: string, most: number): string {
  return `too complex: ${count} ${what}, at most ${most} for all patterns of a contract`;
}

function costlyToCompile(pattern: string): string | null {
  if (pattern.length * repetitions(pattern) > MAX_EXPANSION) {
    return "not a usable expression: its repetitions multiply too far";
  }
  // Folding the case of a wide class walks every character in it.
  if (/\(\?[a-zA-Z]*i/.test(pattern) && /[\u0080-\uffff]|\\[pPxu]/.test(pattern)) {
    return "not a usable expression: ignoring case works on plain ASCII only";
  }
  return null;
}

/** At least as many as it has: an escaped backslash before a `p` counts too. */
function unicodeClasses(pattern: string): number {
  return pattern.match(/\\[pP]/g)?.length ?? 0;
}

/** The most that counted repetitions could multiply to, if every one enclosed the next. */
function repetitions(pattern: string): number {
  let product = 1;
  for (const [, least = "", most = ""] of pattern.matchAll(/\{([0-9]+)(?:,([0-9]*))?\}/g)) {
    product *= Math.max(1, Number(most === "" ? least : most));
  }
  return Math.min(product, MAX_NESTED_REPETITIONS);
}

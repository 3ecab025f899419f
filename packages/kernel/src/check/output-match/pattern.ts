/**
 * Which patterns of a stranger may be used, and what judging with one costs.
 *
 * RE2 matches in time linear in the text times the size of the compiled pattern. The text is limited here,
 * the sizes together with all else that judging a contract costs. What makes compiling slow counts, too:
 * every judgement compiles the patterns. RE2 has no look-around and no back references; such patterns
 * are refused at posting.
 */
import { RE2JS, RE2JSException } from "re2js";

export const MAX_PATTERN_LENGTH = 400;

/** Characters of an output that patterns are matched with: the last ones. */
export const MAX_MATCHED = 5_000;
/** One instruction with one character: 15 to 45 ns, and twice that while it is new. */
const STEPS_OF_INSTRUCTION = 9;
/** Each takes a tenth of a millisecond to compile, and many are one instruction. */
const STEPS_OF_CLASS = 10_000;
/** Beyond this the engine refuses nested repetitions itself. */
const MAX_NESTED_REPETITIONS = 1_000;
/** Steps that compiling may unfold before they are counted: a tenth of a second at worst. */
const MAX_EXPANSION = 100_000;

/** Why a pattern cannot be used, or null. */
export type PatternProblem = (pattern: string) => string | null;
/** What judging with a pattern costs that has no problem. */
export type PatternSteps = (pattern: string) => number;

/** Compiles each pattern that it is asked about once, and remembers what it costs. */
export function patternReader(): {
  readonly problemOf: PatternProblem;
  readonly stepsOf: PatternSteps;
} {
  const known = new Map<string, number>();
  const stepsOf: PatternSteps = (pattern) => {
    const steps = known.get(pattern) ?? patternSteps(pattern);
    known.set(pattern, steps);
    return steps;
  };
  const problemOf: PatternProblem = (pattern) => {
    // Checked before compiling, because compiling such a pattern is expensive.
    const costly = costlyToCompile(pattern);
    if (costly !== null) return costly;
    try {
      stepsOf(pattern);
      return null;
    } catch (error) {
      if (error instanceof RE2JSException) return `not a usable expression: ${error.message}`;
      throw error;
    }
  };
  return { problemOf, stepsOf };
}

function patternSteps(pattern: string): number {
  const matching = RE2JS.compile(pattern).programSize() * MAX_MATCHED * STEPS_OF_INSTRUCTION;
  return matching + unicodeClasses(pattern) * STEPS_OF_CLASS;
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

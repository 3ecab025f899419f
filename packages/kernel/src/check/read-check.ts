/** Reads checks of terms and of documents. */
import type { Fields } from "../canonical/fields.ts";
import { MAX_CHECKS } from "../contract/rules.ts";
import { CHECK_METHODS, type Check } from "./check.ts";
import { MAX_PATTERN_LENGTH, patternProblem, patternsProblem } from "./output-match.ts";

const MAX_EXIT_CODE = 255;
const MAX_METHOD_LENGTH = 2_000;

/** Compiling a pattern is expensive, so one that is checked elsewhere is only read here. */
export type Patterns = "check" | "read";

/** All checks of a contract; `readOne` reads each. */
export function readChecks(
  read: Fields,
  name: string,
  patterns: Patterns,
  readOne: (read: Fields, patterns: Patterns) => Check,
): readonly Check[] {
  const checks = read.array(name, { min: 1, max: MAX_CHECKS }, (items, at) =>
    readOne(items.object(at), patterns),
  );
  if (read.problem !== null || patterns === "read") return checks;
  const texts = checks.flatMap((check) => ("pattern" in check ? [check.pattern] : []));
  const problem = patternsProblem(texts);
  if (problem !== null) read.fault(name, `all patterns together: ${problem}`);
  return checks;
}

export function readCheck(read: Fields, patterns: Patterns): Check {
  const method = read.oneOf("method", CHECK_METHODS);
  return method === "exit_code"
    ? { method, expected: read.integer("expected", { max: MAX_EXIT_CODE }) }
    : readOther(read, method, patterns);
}

/**
 * In a document `expected` is optional, and any method but these two is the principal's to judge:
 * `principal_verification`, or what older clients write there, such as a command.
 */
export function readDocumentCheck(read: Fields, patterns: Patterns): Check {
  const method = read.string("method", { min: 1, max: MAX_METHOD_LENGTH });
  if (method === "output_match") return readOther(read, method, patterns);
  if (method !== "exit_code") return { method: "principal" };
  const expected = read.optional("expected", (name) => read.integer(name, { max: MAX_EXIT_CODE }));
  return { method, expected: expected ?? 0 };
}

function readOther(read: Fields, method: "output_match" | "principal", patterns: Patterns): Check {
  if (method === "principal") return { method };
  const pattern = read.string("pattern", { min: 1, max: MAX_PATTERN_LENGTH });
  const isChecked = patterns === "check" && read.problem === null;
  const problem = isChecked ? patternProblem(pattern) : null;
  if (problem !== null) read.fault("pattern", problem);
  return { method, pattern };
}

/** Reads and prints checks of terms and of documents. */
import type { Fields } from "../canonical/fields.ts";
import type { JsonObject } from "../canonical/json.ts";
import { MAX_CHECKS } from "../contract/rules.ts";
import type { Patterns } from "./check-kind.ts";
import { costProblem } from "./judging-cost.ts";
import { CHECK_KINDS, CHECK_METHODS, type Check, kindOf } from "./kinds.ts";
import { type PatternProblem, patternReader } from "./output-match/pattern.ts";
import { principal } from "./principal/principal.ts";

const MAX_METHOD_LENGTH = 2_000;

/** All checks of a contract; `readOne` reads each. */
export function readChecks(
  read: Fields,
  name: string,
  patterns: Patterns,
  readOne: (read: Fields, problemOf: PatternProblem) => Check,
): readonly Check[] {
  const { problemOf, stepsOf } = patternReader();
  let steps = 0;
  return read.array(name, { min: 1, max: MAX_CHECKS }, (items, at) => {
    if (patterns === "read") return readOne(items.object(at), () => null);
    const check = readOne(items.object(at), problemOf);
    if (read.problem !== null || items.problem !== null) return check;
    const cost = kindOf(check.method).cost(check, stepsOf);
    const problem = costProblem(check.method, cost, steps);
    if (problem !== null) items.fault(at, problem);
    steps += cost;
    return check;
  });
}

export function readCheck(read: Fields, problemOf: PatternProblem): Check {
  return kindOf(read.oneOf("method", CHECK_METHODS)).read(read, "terms", problemOf);
}

/**
 * In a document any other method is the principal's to judge: older clients write other texts there,
 * such as a command.
 */
export function readDocumentCheck(read: Fields, problemOf: PatternProblem): Check {
  const method = read.string("method", { min: 1, max: MAX_METHOD_LENGTH });
  const kind = CHECK_KINDS.find(({ documentMethod }) => documentMethod === method) ?? principal;
  return kind.read(read, "document", problemOf);
}

/** As terms have it. */
export function checkJson(check: Check): JsonObject {
  return kindOf(check.method).json(check);
}

/** As a document has it. */
export function documentCheckJson(check: Check): JsonObject {
  return { ...checkJson(check), method: kindOf(check.method).documentMethod };
}

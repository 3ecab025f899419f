/** All rules of a review, the gravest first. */
import type { ReviewRule } from "../review-rule.ts";
import { conflictMarkers } from "./conflict-markers.ts";
import { dangerousCalls } from "./dangerous-calls.ts";
import { debugLeftovers } from "./debug-leftovers.ts";
import { disabledTests } from "./disabled-tests.ts";
import { longLines } from "./long-lines.ts";
import { missingTests } from "./missing-tests.ts";
import { secrets } from "./secrets.ts";
import { slowExpressions } from "./slow-expressions.ts";
import { swallowedErrors } from "./swallowed-errors.ts";
import { unnamedTodos } from "./unnamed-todos.ts";
import { unusedImports } from "./unused-imports.ts";

export const REVIEW_RULES: readonly ReviewRule[] = [
  secrets,
  conflictMarkers,
  dangerousCalls,
  disabledTests,
  debugLeftovers,
  swallowedErrors,
  slowExpressions,
  missingTests,
  unusedImports,
  unnamedTodos,
  longLines,
];

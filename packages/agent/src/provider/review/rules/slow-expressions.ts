import { findLines, type ReviewRule } from "../review-rule.ts";

/** Expressions that do far more than they say. */
export const slowExpressions: ReviewRule = {
  name: "slow expressions",
  category: "performance",
  depth: "standard",
  find: (file) =>
    findLines(file, [
      {
        pattern: /\bJSON\.parse\s*\(\s*JSON\.stringify\s*\(/,
        languages: ["javascript"],
        severity: "low",
        description: "A copy through JSON is slow, and loses dates, maps and undefined.",
        suggestedFix: "Use structuredClone, or copy the fields that change.",
      },
      {
        pattern: /\bSELECT\s+\*\s+FROM\b/i,
        severity: "info",
        description: "All columns are read, also those that are added later.",
        suggestedFix: "Name the columns.",
      },
    ]),
};

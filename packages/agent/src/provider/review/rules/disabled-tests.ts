import { findLines, type LinePattern, type ReviewRule } from "../review-rule.ts";

const OFF = "This switches a test off.";
const FIX = "Repair the test, or say in a comment why it cannot run and who will bring it back.";

const PATTERNS: readonly LinePattern[] = [
  {
    pattern: /\b(?:describe|it|test|context|suite)\.only\s*[(.]/,
    languages: ["javascript"],
    severity: "high",
    description: "With this, all other tests of the file are left out.",
    suggestedFix: "Remove .only.",
  },
  {
    pattern:
      /\b(?:describe|it|test|context|suite)\.(?:skip|todo)\s*[(.]|^\s*x(?:it|describe|test)\s*\(/,
    languages: ["javascript"],
    severity: "medium",
    description: OFF,
    suggestedFix: FIX,
  },
  {
    pattern:
      /@(?:pytest\.mark\.(?:skip|xfail)|unittest\.(?:skip|expectedFailure))|\bpytest\.skip\s*\(/,
    languages: ["python"],
    severity: "medium",
    description: OFF,
    suggestedFix: FIX,
  },
  {
    pattern: /^\s*#\[ignore\b/,
    languages: ["rust"],
    severity: "medium",
    description: OFF,
    suggestedFix: FIX,
  },
  {
    pattern: /\bt\.Skip(?:Now|f)?\s*\(/,
    languages: ["go"],
    severity: "medium",
    description: OFF,
    suggestedFix: FIX,
  },
  {
    pattern: /^\s*@(?:Disabled|Ignore)\b/,
    languages: ["java"],
    severity: "medium",
    description: OFF,
    suggestedFix: FIX,
  },
];

export const disabledTests: ReviewRule = {
  name: "disabled tests",
  category: "testing",
  depth: "quick",
  find: (file) => findLines(file, PATTERNS),
};

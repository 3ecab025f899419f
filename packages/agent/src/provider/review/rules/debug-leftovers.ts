import { findLines, isTestFile, type LinePattern, type ReviewRule } from "../review-rule.ts";

const STOPS = "Execution stops here and waits for a debugger.";
const PRINTS = "This looks like output for debugging.";

const PATTERNS: readonly LinePattern[] = [
  {
    pattern: /^\s*debugger\s*;?\s*$/,
    languages: ["javascript"],
    severity: "high",
    description: STOPS,
  },
  {
    pattern: /\b(?:i?pdb\.set_trace|breakpoint)\s*\(/,
    languages: ["python"],
    severity: "high",
    description: STOPS,
  },
  {
    pattern: /\bbinding\.(?:pry|irb)\b|^\s*byebug\b/,
    languages: ["ruby"],
    severity: "high",
    description: STOPS,
  },
  {
    pattern: /^\s*console\.(?:log|debug|trace)\s*\(/,
    languages: ["javascript"],
    severity: "low",
    description: PRINTS,
  },
  { pattern: /\bdbg!\s*\(/, languages: ["rust"], severity: "low", description: PRINTS },
  {
    pattern: /^\s*(?:var_dump|print_r)\s*\(/,
    languages: ["php"],
    severity: "low",
    description: PRINTS,
  },
  {
    pattern: /\bprintStackTrace\s*\(\s*\)/,
    languages: ["java"],
    severity: "low",
    description: "The exception is printed and otherwise ignored.",
  },
];

/** Statements that are there while somebody looks for a fault. */
export const debugLeftovers: ReviewRule = {
  name: "debugging leftovers",
  category: "logic",
  depth: "quick",
  find: (file) =>
    findLines(
      file,
      PATTERNS.filter(({ severity }) => severity !== "low" || !isTestFile(file.path)),
    ),
};

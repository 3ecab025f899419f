import type { ChangedFile } from "../changed-files.ts";
import { isTestFile, languageOf, type ReviewRule } from "../review-rule.ts";

/** A change of fewer lines may well be covered by tests that are there. */
const LEAST_LINES = 10;

/** Code changes and no test does. Reported once, at the file that grows most. */
export const missingTests: ReviewRule = {
  name: "missing tests",
  category: "testing",
  depth: "standard",
  find(file, all) {
    if (file !== largest(all) || all.some(({ path }) => isTestFile(path))) return [];
    const [first, last] = [file.added[0], file.added.at(-1)];
    if (first === undefined || last === undefined || file.added.length < LEAST_LINES) return [];
    return [
      {
        severity: "low",
        lines: [first.line, first.line],
        description: `The diff adds ${file.added.length} lines of code here and changes no test.`,
        suggestedFix: "Add a test that fails without this change.",
      },
    ];
  },
};

function largest(all: readonly ChangedFile[]): ChangedFile | null {
  return all
    .filter(({ path, isDeleted }) => !isDeleted && languageOf(path) !== null)
    .reduce<ChangedFile | null>(
      (most, file) => (most === null || file.added.length > most.added.length ? file : most),
      null,
    );
}

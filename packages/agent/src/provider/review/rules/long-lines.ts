import { languageOf, type ReviewRule } from "../review-rule.ts";

const MAX_LENGTH = 200;

/** Of source code only: data and generated files have long lines. */
export const longLines: ReviewRule = {
  name: "very long lines",
  category: "style",
  depth: "standard",
  find({ path, added }) {
    if (languageOf(path) === null || path.includes(".min.")) return [];
    return added
      .filter(({ text }) => text.length > MAX_LENGTH)
      .map(({ line, text }) => ({
        severity: "info",
        lines: [line, line],
        description: `The line has ${text.length} characters; few readers see more than ${MAX_LENGTH} at once.`,
      }));
  },
};

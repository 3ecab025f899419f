import { findLines, type ReviewRule } from "../review-rule.ts";

/** Work that is left for nobody. */
export const unnamedTodos: ReviewRule = {
  name: "TODO without a name",
  category: "documentation",
  depth: "standard",
  find: (file) =>
    findLines(file, [
      {
        pattern: /(?:\/\/|#|\/\*|\*|--|<!--)\s*(?:TODO|FIXME|XXX|HACK)\b(?!\s*\([^)\s])/,
        severity: "info",
        description: "Nobody is named for what is left to do here.",
        suggestedFix: "Name somebody, as in TODO(ada), or do it now.",
      },
    ]),
};

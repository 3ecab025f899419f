import { findLines, type ReviewRule } from "../review-rule.ts";

/** What `git merge` leaves; a line of equals signs alone is also a heading in some formats. */
export const conflictMarkers: ReviewRule = {
  name: "conflict markers",
  category: "logic",
  depth: "quick",
  find: (file) =>
    findLines(file, [
      {
        pattern: /^(?:<{7}|>{7}|\|{7})(?: |$)/,
        severity: "high",
        description: "A conflict marker of a merge was left in the file.",
        suggestedFix: "Decide which side stays and remove the markers.",
      },
    ]),
};

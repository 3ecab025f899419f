import { type Category, makeScrubber } from "@bazaar/guard/scrub";
import type { ReviewRule } from "../review-rule.ts";

/** Found by the scrubber too, and ordinary in source code. */
const ORDINARY: ReadonlySet<Category> = new Set([
  "email",
  "ip-address",
  "phone",
  "user-name",
  "high-entropy-hex",
]);

/** Credentials that the diff adds. A finding says where one is and never what it is. */
export const secrets: ReviewRule = {
  name: "secrets",
  category: "security",
  depth: "quick",
  find({ added }) {
    const { found } = makeScrubber().scrub(added.map(({ text }) => text).join("\n"));
    const named = new Map<number, Category>();
    for (const { category, line } of found) {
      const at = added[line - 1]?.line;
      if (at !== undefined && !ORDINARY.has(category) && !named.has(at)) named.set(at, category);
    }
    return [...named].map(([line, category]) => ({
      severity: "critical",
      lines: [line, line],
      description: `This line looks like it contains a secret (${category}). Whoever reads the repository can use it.`,
      suggestedFix:
        "Remove it from the history, replace the credential, and read it from the environment.",
    }));
  },
};

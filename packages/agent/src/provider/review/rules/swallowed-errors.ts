import { type Finding, findLines, languageOf, type ReviewRule } from "../review-rule.ts";

const DESCRIPTION = "An error is caught and nothing happens: nobody will know that it failed.";

/** Handlers without content. */
export const swallowedErrors: ReviewRule = {
  name: "swallowed errors",
  category: "logic",
  depth: "standard",
  find(file) {
    const [severity, description] = ["medium", DESCRIPTION] as const;
    const onOneLine = findLines(file, [
      {
        pattern: /\bcatch\s*(?:\([^)]*\)\s*)?\{\s*\}/,
        languages: ["javascript", "java", "csharp", "php", "c"],
        ...{ severity, description },
      },
      { pattern: /^\s*except[^:]*:\s*pass\s*$/, languages: ["python"], severity, description },
    ]);
    if (languageOf(file.path) !== "python") return onOneLine;
    return [...onOneLine, ...passedOver(file.added)];
  },
};

/** `except …:` and, on the next line, `pass`. */
function passedOver(added: readonly { readonly line: number; readonly text: string }[]): Finding[] {
  return added.flatMap(({ line, text }, at) => {
    const next = added[at + 1];
    if (!/^\s*except[^:]*:\s*$/.test(text) || next?.line !== line + 1) return [];
    if (next.text.trim() !== "pass") return [];
    return [{ severity: "medium", lines: [line, next.line], description: DESCRIPTION }];
  });
}

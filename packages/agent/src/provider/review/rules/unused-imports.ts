import { type Finding, languageOf, type ReviewRule } from "../review-rule.ts";

/** Only of a new file is everything known. */
export const unusedImports: ReviewRule = {
  name: "unused imports",
  category: "style",
  depth: "standard",
  find({ path, isNew, added }) {
    const language = languageOf(path);
    if (!isNew || (language !== "javascript" && language !== "python")) return [];
    const isPackage = path.endsWith("__init__.py") || path.endsWith(".pyi");
    if (isPackage) return [];
    const counts = wordCounts(added.map(({ text }) => text));
    return added.flatMap(({ line, text }) =>
      (language === "python" ? pythonNames(text) : javascriptNames(text))
        .filter((name) => counts.get(name) === 1)
        .map((name): Finding => {
          const description = `${JSON.stringify(name)} is imported and not used.`;
          return { severity: "low", lines: [line, line], description };
        }),
    );
  },
};

const WORD = /[\p{L}_$][\p{L}\p{N}_$]*/gu;
const MAX_IMPORT = 1_000;

function wordCounts(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) {
    for (const [word] of text.matchAll(WORD)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}

/** The names that one line binds; an import of several lines is not decided. */
function javascriptNames(text: string): readonly string[] {
  const line = text.slice(0, MAX_IMPORT);
  const end = line.lastIndexOf(" from ");
  if (!line.startsWith("import ") || end < 0) return [];
  return line
    .slice("import ".length, end)
    .replace(/[{}]/g, ",")
    .split(",")
    .map((part) => boundName(part.trim().replace(/^type /, "")))
    .filter(isName);
}

function pythonNames(text: string): readonly string[] {
  const [line = ""] = text.slice(0, MAX_IMPORT).split("#");
  const at = line.indexOf(" import ");
  const isFrom = line.startsWith("from ") && at > 0;
  if (line.startsWith("from __future__ ") || (!isFrom && !line.startsWith("import "))) return [];
  return line
    .slice(isFrom ? at + " import ".length : "import ".length)
    .split(",")
    .map((part) => boundName(part.trim()))
    .map((name) => (isFrom ? name : (name.split(".")[0] ?? "")))
    .filter(isName);
}

/** `a as b` binds b. */
function boundName(part: string): string {
  const words = part.split(/\s+/);
  return words.length === 3 && words[1] === "as" ? (words[2] ?? "") : part;
}

function isName(name: string): boolean {
  return /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name);
}

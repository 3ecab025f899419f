/** Replacements of single lines that a rule can write itself. */
import type { JsonObject } from "@bazaar/kernel";
import type { ChangedFile } from "./changed-files.ts";
import { type Category, type Language, languageOf } from "./review-rule.ts";

interface Replacement {
  readonly category: Category;
  readonly languages?: readonly Language[];
  /** The line as it should be; the same if it is right. */
  readonly replace: (text: string) => string;
  readonly rationale: string;
}

const MAX_SUGGESTIONS = 100;
/** Longer lines are not quoted. */
const MAX_QUOTED = 200;

const REPLACEMENTS: readonly Replacement[] = [
  {
    category: "logic",
    languages: ["javascript"],
    replace: (text) =>
      text.includes('"') || text.includes("'")
        ? text
        : text.replace(/ (==|!=) (?!null\b)/g, (_, operator) => ` ${operator}= `),
    rationale: "Without conversion of types, the comparison says what it means.",
  },
  {
    category: "style",
    replace: (text) => text.trimEnd(),
    rationale: "Space at the end of a line shows up in later diffs.",
  },
];

export function suggestionsFor(
  files: readonly ChangedFile[],
  categories: ReadonlySet<Category>,
): readonly JsonObject[] {
  return files.flatMap((file) => suggestionsIn(file, categories)).slice(0, MAX_SUGGESTIONS);
}

function suggestionsIn(
  { path, added }: ChangedFile,
  categories: ReadonlySet<Category>,
): readonly JsonObject[] {
  const language = languageOf(path);
  if (language === null) return [];
  const usable = REPLACEMENTS.filter(
    ({ category, languages = [language] }) =>
      categories.has(category) && languages.includes(language),
  );
  return added.flatMap(({ line, text }) => {
    if (text.length > MAX_QUOTED) return [];
    const found = usable.find(({ replace }) => replace(text) !== text);
    if (found === undefined) return [];
    const { replace, rationale } = found;
    const [file, suggested] = [path, replace(text)];
    return [{ file, line: BigInt(line), current: text, suggested, rationale }];
  });
}

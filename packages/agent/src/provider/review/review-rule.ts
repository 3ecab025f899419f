/**
 * One rule of a review: it reads the added lines of one file and reports what it finds, with the lines.
 * Rules are linear in the length of what they read.
 */
import type { ChangedFile } from "./changed-files.ts";

export const CATEGORIES = [
  "security",
  "performance",
  "logic",
  "style",
  "testing",
  "documentation",
] as const;

export type Category = (typeof CATEGORIES)[number];

/** From the shortest review to the longest; each includes those before it. */
export const DEPTHS = ["quick", "standard", "thorough"] as const;

export type Depth = (typeof DEPTHS)[number];

/** The gravest first. */
export const SEVERITIES = ["critical", "high", "medium", "low", "info"] as const;

export type Severity = (typeof SEVERITIES)[number];

export interface Finding {
  readonly severity: Severity;
  /** First and last line, in the new file. */
  readonly lines: readonly [number, number];
  readonly description: string;
  readonly suggestedFix?: string;
}

export interface ReviewRule {
  readonly name: string;
  readonly category: Category;
  /** The shortest review that includes it. */
  readonly depth: Depth;
  readonly find: (file: ChangedFile, all: readonly ChangedFile[]) => readonly Finding[];
}

/** A line is matched as far as this; its length is known beyond. */
const MAX_MATCHED = 500;

export interface LinePattern {
  readonly pattern: RegExp;
  /** Without a dot; any if absent. */
  readonly languages?: readonly Language[];
  readonly severity: Severity;
  readonly description: string;
  readonly suggestedFix?: string;
}

/** A finding for each added line and pattern that match. Patterns with two open ends are only tolerable because a line is cut. */
export function findLines(file: ChangedFile, patterns: readonly LinePattern[]): readonly Finding[] {
  const language = languageOf(file.path);
  const usable = patterns.filter(
    ({ languages }) =>
      languages === undefined || (language !== null && languages.includes(language)),
  );
  return file.added.flatMap(({ line, text }) => {
    const shown = text.slice(0, MAX_MATCHED);
    return usable
      .filter(({ pattern }) => pattern.test(shown))
      .map(({ severity, description, suggestedFix }) => ({
        severity,
        lines: [line, line] as const,
        description,
        ...(suggestedFix === undefined ? {} : { suggestedFix }),
      }));
  });
}

const EXTENSIONS = {
  javascript: ["js", "mjs", "cjs", "jsx", "ts", "mts", "cts", "tsx", "vue", "svelte"],
  python: ["py", "pyi"],
  ruby: ["rb", "rake"],
  go: ["go"],
  rust: ["rs"],
  java: ["java", "kt", "kts", "scala", "groovy"],
  php: ["php"],
  c: ["c", "h", "cc", "cpp", "cxx", "hpp", "m", "mm"],
  shell: ["sh", "bash", "zsh"],
  csharp: ["cs"],
} as const;

export type Language = keyof typeof EXTENSIONS;

const LANGUAGES: ReadonlyMap<string, Language> = new Map(
  (Object.keys(EXTENSIONS) as Language[]).flatMap((language) =>
    EXTENSIONS[language].map((extension) => [extension, language] as const),
  ),
);

/** Null for what is not source code. */
export function languageOf(path: string): Language | null {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return LANGUAGES.get(name.slice(name.lastIndexOf(".") + 1).toLowerCase()) ?? null;
}

const TEST_NAME = /(?:^|[._-])(?:tests?|spec|specs)(?:[._-]|$)|Tests?\.[a-z]+$|^conftest\./;

export function isTestFile(path: string): boolean {
  const parts = path.split("/");
  const name = parts.pop() ?? "";
  return TEST_NAME.test(name) || parts.some((part) => /^(?:__tests__|tests?|specs?)$/i.test(part));
}

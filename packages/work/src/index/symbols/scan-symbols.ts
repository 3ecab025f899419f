/**
 * Definitions in a source file, by how their lines begin. It is no parser: it misses what is written in an
 * unusual way, but what it finds is on its line, and the same file gives the same list anywhere.
 */
import { DEFINITION_RULES } from "./definition-rules.ts";
import type { Language } from "./language.ts";
import { maskedSource } from "./masked-source.ts";

export interface FoundSymbol {
  readonly name: string;
  readonly kind: string;
  /** Counted from 1. */
  readonly line: number;
}

/** Longer lines are generated. */
const MAX_LINE = 400;
/** An index has no longer ones. */
const MAX_NAME = 200;
const MAX_SYMBOLS = 10_000;

/** A function is a name before a parenthesis; these are not names of functions. */
const NOT_FUNCTIONS: ReadonlySet<string> = new Set(
  "if for while switch return else do sizeof catch new throw case defined".split(" "),
);
/** How a line begins that defines a function or method, where no word says so. */
const BEFORE_FUNCTION: Readonly<Partial<Record<Language, RegExp>>> = {
  java: /^\s+(?:public|protected|private)\s/,
  c: /^[A-Za-z_]/,
};

export function scanSymbols(text: string, language: Language): readonly FoundSymbol[] {
  const symbols: FoundSymbol[] = [];
  const lines = maskedSource(text, language).split("\n");
  for (const [at, line] of lines.entries()) {
    if (line.length > MAX_LINE || line.trim() === "") continue;
    const found = symbolIn(line, language);
    if (found === null || found.name.length > MAX_NAME) continue;
    symbols.push({ ...found, line: at + 1 });
    if (symbols.length === MAX_SYMBOLS) break;
  }
  return symbols;
}

function symbolIn(line: string, language: Language): Omit<FoundSymbol, "line"> | null {
  for (const { kind, begins } of DEFINITION_RULES[language]) {
    const name = begins.exec(line)?.groups?.name;
    if (name !== undefined) return { name, kind };
  }
  const name = BEFORE_FUNCTION[language]?.test(line) ? nameBeforeParenthesis(line) : null;
  return name === null ? null : { name, kind: language === "java" ? "method" : "function" };
}

function nameBeforeParenthesis(line: string): string | null {
  const parenthesis = line.indexOf("(");
  // A call, a value or a declaration elsewhere.
  if (parenthesis < 0 || line.slice(0, parenthesis).includes("=") || line.trimEnd().endsWith(";")) {
    return null;
  }
  const before = line.slice(0, parenthesis).trimEnd();
  const name = before.slice(startOfWord(before));
  return /^[A-Za-z_]/.test(name) && !NOT_FUNCTIONS.has(name) ? name : null;
}

function startOfWord(text: string): number {
  let at = text.length;
  while (at > 0 && /[\w$]/.test(text[at - 1] ?? "")) at -= 1;
  return at;
}

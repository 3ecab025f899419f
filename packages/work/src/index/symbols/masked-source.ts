/**
 * Source text without its comments and texts, on the same lines: whatever looks like a definition there
 * is none.
 *
 * Only where they begin and end is known here, not the language: a regular expression with a quote in it
 * hides the rest of its line. Every character is looked at once.
 */
import type { Language } from "./language.ts";

interface Syntax {
  /** Where a comment or a text begins. */
  readonly opening: RegExp;
  readonly lineComment: string;
  /** Texts over several lines. */
  readonly longTexts: readonly string[];
}

const SYNTAX: Readonly<Record<Language, Syntax>> = {
  javascript: { opening: /\/\/|\/\*|["'`]/, lineComment: "//", longTexts: ["`"] },
  python: { opening: /#|"""|'''|["']/, lineComment: "#", longTexts: ['"""', "'''"] },
  // An apostrophe also begins the name of a lifetime: only a whole character is one here.
  rust: {
    opening: /\/\/|\/\*|"|'(?:\\[^\n][^'\n]{0,10}|[^\\'\n])'/,
    lineComment: "//",
    longTexts: ['"'],
  },
  go: { opening: /\/\/|\/\*|["'`]/, lineComment: "//", longTexts: ["`"] },
  java: { opening: /\/\/|\/\*|"""|["']/, lineComment: "//", longTexts: ['"""'] },
  c: { opening: /\/\/|\/\*|["']/, lineComment: "//", longTexts: [] },
};

export function maskedSource(text: string, language: Language): string {
  const syntax = SYNTAX[language];
  const opening = new RegExp(syntax.opening, "g");
  const parts: string[] = [];
  let at = 0;
  for (;;) {
    opening.lastIndex = at;
    const found = opening.exec(text);
    if (found === null) break;
    const end = endOf(text, found[0], found.index, syntax);
    // A space, so that two words do not become one.
    parts.push(text.slice(at, found.index), " ", newlines(text, found.index, end));
    at = end;
  }
  return parts.join("") + text.slice(at);
}

function endOf(text: string, opening: string, start: number, syntax: Syntax): number {
  const from = start + opening.length;
  if (opening === syntax.lineComment) return found(text.indexOf("\n", from), text, 0);
  if (opening === "/*") return found(text.indexOf("*/", from), text, 2);
  const isLong = syntax.longTexts.includes(opening);
  const isCharacter = opening.startsWith("'") && opening.length > 1 && !isLong;
  if (isCharacter) return from;
  const raw = isLong && opening === '"' ? rawEnding(text, start) : null;
  if (raw !== null) return found(text.indexOf(raw, from), text, raw.length);
  return endOfText(text, opening, from, isLong);
}

/** Rust's raw texts have no escapes, and end with as many signs as they begin with. */
function rawEnding(text: string, quote: number): string | null {
  const signs = /r(#{0,16})$/.exec(text.slice(Math.max(0, quote - 17), quote))?.[1];
  return signs === undefined ? null : `"${signs}`;
}

function found(at: number, text: string, length: number): number {
  return at < 0 ? text.length : at + length;
}

function endOfText(text: string, quote: string, from: number, isLong: boolean): number {
  for (let at = from; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === "\\") at += 1;
    else if (sign === "\n" && !isLong) return at;
    else if (sign === quote[0] && text.startsWith(quote, at)) return at + quote.length;
  }
  return text.length;
}

function newlines(text: string, start: number, end: number): string {
  return "\n".repeat(text.slice(start, end).split("\n").length - 1);
}

/**
 * Which help of rustc may be written into a file. Any program can print help like rustc's, so a line
 * is put in only if it imports, derives or declares, and a line is changed only by a close name, by
 * words that conversions and types are made of, and by marks.
 */
import { LANGUAGES } from "../source/languages.ts";
import { isCredible } from "../source/suggested.ts";
import { namesIn } from "../source/words.ts";
import type { Change } from "./compiler-help.ts";

const NEW_LINE =
  /^\s*(?:(?:pub(?:\(crate\))? )?use (?!.*\bas\b)[\w:{}, *]+;|#\[derive\([\w:, ]+\)\]|(?:pub )?mod \w+;)$/;
/** The file's lines are for types: help names one that the file has. */
export function isHarmless({ was, now }: Change, text: string, lines: readonly string[]): boolean {
  if (was === null) return NEW_LINE.test(now);
  const before = wordsOf(text);
  const after = wordsOf(now);
  const gone = [...before].filter((word) => !after.has(word));
  const types = new Set([...namesIn(lines)].filter((name) => /^[A-Z]/.test(name)));
  const isKnown = (word: string) =>
    word.length < 2 ||
    LANGUAGES.rust.builtIns.has(word) ||
    isType(word, now, types) ||
    gone.some((one) => isCredible(one, word));
  const isOneStatement = count(now, ";") <= count(text, ";") + 1;
  return isOneStatement && [...after].every((word) => before.has(word) || isKnown(word));
}

/** A type is named, and nothing of it is called. */
function isType(word: string, now: string, types: ReadonlySet<string>): boolean {
  return types.has(word) && !new RegExp(`\\b${word}\\s*(?:\\(|::|!)`).test(now);
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.match(/[A-Za-z_]\w*/g) ?? []);
}

function count(text: string, mark: string): number {
  return text.split(mark).length - 1;
}

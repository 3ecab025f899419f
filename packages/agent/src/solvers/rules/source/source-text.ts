/**
 * A source file as a rule reads and rewrites it.
 *
 * A rewrite keeps the number of lines (a new line is part of the one before it) and becomes one sed
 * command that names every changed line whole. If the file has another text there, nothing changes.
 * Tests are never rewritten: what they expect is not a slip.
 */
import { quoteWord } from "@bazaar/work";
import type { Investigator } from "../investigator.ts";
import { quotedPath, sedLiteral, sedReplacement } from "../quote.ts";

export interface SourceText {
  /** Below the working directory. */
  readonly path: string;
  readonly lines: readonly string[];
}

const LEFT_OUT = /^\[\d+ characters left out\]$/m;
const TEST =
  /(?:^|\/)(?:tests?|spec|__tests__)\/|(?:^|\/)(?:test_|conftest)|[._](?:test|spec)\.\w+$/;
const MAX_LINE = 500;
const MAX_CHANGES = 30;

/** The file that a message names; null if it is a test or not readable as a whole. */
export async function sourceText(path: string, ask: Investigator): Promise<SourceText | null> {
  const file = await ask.locate(path);
  if (file === null || isTest(file)) return null;
  const text = await ask.read(file);
  return text === null || LEFT_OUT.test(text) ? null : { path: file, lines: text.split("\n") };
}

export function isTest(path: string): boolean {
  return TEST.test(path);
}

/** The shell text that turns the file into these lines; null if nothing or too much changes. */
export function rewrite({ path, lines }: SourceText, now: readonly string[]): string | null {
  const changed = lines.flatMap((was, at) => {
    const text = now[at] ?? "";
    return was === text ? [] : [{ number: at + 1, was, text }];
  });
  const isLong = changed.some(({ was, text }) => was.length > MAX_LINE || text.length > MAX_LINE);
  if (changed.length === 0 || changed.length > MAX_CHANGES || isLong) return null;
  const script = changed.map(({ number, was, text }) => {
    const replacement = sedReplacement(text).replaceAll("\n", String.raw`\n`);
    return `${number}s/^${sedLiteral(was)}$/${replacement}/`;
  });
  return `sed -i ${quoteWord(script.join(";"))} ${quotedPath(path)}`;
}

/** The lines with one of them replaced; lines count from 1. */
export function withLine(
  lines: readonly string[],
  number: number,
  text: string,
): readonly string[] {
  return lines.map((line, at) => (at === number - 1 ? text : line));
}

/** Puts a line before another one. */
export function withLineBefore(
  lines: readonly string[],
  number: number,
  text: string,
): readonly string[] {
  return withLine(lines, number, `${text}\n${lines[number - 1] ?? ""}`);
}

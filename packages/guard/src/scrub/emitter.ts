/**
 * Writes the scrubbed text in order, and says where in the given text each redaction stood.
 *
 * Redactions are placed in the visible text, without what the veil took out; what is written is cut
 * from the text as it was given. So what nobody sees costs a number each, wherever it stands.
 */
import type { RedactedPlace } from "./category.ts";
import type { Redaction } from "./cursor.ts";
import { countLines, cut, type GivenText, givenText, hold } from "./given-text.ts";
import { type LineCounter, lineCounter } from "./line-counter.ts";
import { placeholder } from "./placeholder.ts";
import { addAll, drop, firstOf, makeQueue, type Queue } from "./queue.ts";
import type { Unseen } from "./veil.ts";

export interface Emitter {
  /** What is redacted and what nobody sees; places count from the beginning of the visible stream. */
  readonly redactions: Queue<Redaction>;
  readonly hidden: Queue<Unseen>;
  readonly lines: LineCounter;
  /** What was written and found since it was taken last. */
  parts: string[];
  found: RedactedPlace[];
  readonly given: GivenText;
  /** How far the visible text is written, and where in the given text that is. */
  emitted: number;
  givenAt: number;
  /** Of a redaction that was begun: where, and how much of the given text it covers so far. */
  isBegun: boolean;
  line: number;
  column: number;
  length: number;
}

export function newEmitter(): Emitter {
  return {
    redactions: makeQueue(),
    hidden: makeQueue(),
    lines: lineCounter(),
    parts: [],
    found: [],
    given: givenText(),
    emitted: 0,
    givenAt: 0,
    isBegun: false,
    line: 0,
    column: 0,
    length: 0,
  };
}

/**
 * What was joined is kept as a pair of strings for each join, until it is read. Of so many in one
 * step the pairs weigh more than the text: they are given up at once, and not when all is written.
 */
const MANY = 128;
const READING = /^/;

/** Takes the next piece of the text as it was given, and what is unseen in it. */
export function give(emitter: Emitter, text: string, unseen: readonly Unseen[]): void {
  const { given, givenAt } = emitter;
  // Lines are counted before what holds them is let go.
  countLines(emitter.lines, given, givenAt);
  hold(given, givenAt, text);
  addAll(emitter.hidden, unseen);
}

/**
 * Moves on to `until`. What lies in a redaction whose end is not known yet, from `openStart` on, is
 * counted and not written.
 */
export function advance(
  emitter: Emitter,
  more: readonly Redaction[],
  until: number,
  openStart: number | null,
): void {
  const { redactions } = emitter;
  addAll(redactions, more);
  let part = writePlain(emitter, until);
  while (emitter.emitted < until) {
    const next = firstOf(redactions);
    const start = next?.start ?? openStart ?? until;
    if (!emitter.isBegun) part += shownTo(emitter, Math.min(start, until));
    if (start >= until) break;
    skipTo(emitter, Math.min(next?.end ?? until, until));
    if (next === undefined || emitter.emitted !== next.end) continue;
    part += closed(emitter, next) + writePlain(emitter, until);
  }
  // What was unseen at the very end stands behind everything else.
  if (!emitter.isBegun) part += shownTo(emitter, until);
  if (more.length >= MANY) READING.test(part);
  emitter.parts.push(part);
}

/** What was written and found since the last call. */
export function take(emitter: Emitter): {
  readonly text: string;
  readonly found: readonly RedactedPlace[];
} {
  const taken = { text: emitter.parts.join(""), found: emitter.found };
  emitter.parts = [];
  emitter.found = [];
  return taken;
}

/** Writes redactions in a row with nothing unseen between them: in both texts they are the same. */
function writePlain(emitter: Emitter, until: number): string {
  const { redactions, lines, found, given, emitted, givenAt } = emitter;
  if (emitter.isBegun || firstOf(emitter.hidden) !== undefined) return "";
  const ahead = givenAt - emitted;
  let part = "";
  let at = emitted;
  for (let next = firstOf(redactions); next !== undefined; next = firstOf(redactions)) {
    const { start, end, category } = next;
    if (end > until) break;
    const startAt = start + ahead;
    if (start > at) part += cut(given, at + ahead, startAt);
    part += placeholder(category);
    countLines(lines, given, startAt);
    found.push({ category, line: lines.line, column: lines.column, length: end - start });
    at = end;
    drop(redactions);
  }
  emitter.emitted = at;
  emitter.givenAt = at + ahead;
  return part;
}

function shownTo(emitter: Emitter, until: number): string {
  const { given, givenAt: from } = emitter;
  moveTo(emitter, until, true);
  // A redaction may begin inside of the one before it: then this is a step back, and shows nothing.
  const { givenAt } = emitter;
  return givenAt > from ? cut(given, from, givenAt) : "";
}

function skipTo(emitter: Emitter, until: number): void {
  const { lines, givenAt: from } = emitter;
  if (!emitter.isBegun) {
    countLines(lines, emitter.given, from);
    emitter.isBegun = true;
    emitter.line = lines.line;
    emitter.column = lines.column;
    emitter.length = 0;
  }
  moveTo(emitter, until, false);
  emitter.length += emitter.givenAt - from;
}

function closed(emitter: Emitter, { category }: Redaction): string {
  const { line, column, length } = emitter;
  emitter.found.push({ category, line, column, length });
  emitter.isBegun = false;
  drop(emitter.redactions);
  return placeholder(category);
}

/** Moves both places on, past what is unseen before `until`, and at it if `isThrough`. */
function moveTo(emitter: Emitter, until: number, isThrough: boolean): void {
  const { hidden } = emitter;
  let at = emitter.givenAt + until - emitter.emitted;
  for (let next = firstOf(hidden); next !== undefined; next = firstOf(hidden)) {
    if (isThrough ? next.at > until : next.at >= until) break;
    at += next.length;
    drop(hidden);
  }
  emitter.givenAt = at;
  emitter.emitted = until;
}

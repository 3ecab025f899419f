/**
 * The body of a private key, to its end marker or as far as it looks like one.
 *
 * Keys are printed in logs, diffs and JSON: between two lines of base64 stands a line end, an
 * escaped one, or a line end and the prefix of a logger. So the body is read as words of base64
 * with a filler between them. Long words always belong to it, short ones only in its last lines.
 */
import { placeholderEnd } from "./placeholder.ts";
import { endAt, matchAt } from "./view.ts";

const LONG_WORD = 40;
const FIRST_WORD = 16;
/** How much may stand between two words of a key, and how many line ends. */
const MAX_FILLER = 240;
const MAX_FILLER_LINES = 3;
/** The last line of a body and the checksum of a PGP key. */
const MAX_SHORT_WORDS = 2;
const MAX_HEADERS = 5;

const END_MARKER = /-{4,6} ?END [A-Z0-9 ]{0,40}-{0,5}/y;
const HEADER = /(?:\s|\\[rn]|[+>-]){1,8}[A-Z][A-Za-z-]{2,20}: [^\n\\]{1,120}(?=\n|\\)/y;
/** Behind a marker its line ends or the body begins; anything else is a sentence. */
const BODY_BEGINS = /[ \t\r"',]{0,4}(?:\n|\\{1,4}[rn]|[A-Za-z0-9+/=]{16})/y;
const WHOLE_LINE = /\r?\n|\\|"|'|$/y;
const PLAIN_FILLER = /^(?:\s|\\+[nr]|[+>"',|-]){0,40}$/;

/** Where a key was followed to. */
export interface BodyState {
  readonly end: number;
  /** Short words since the last long one. */
  readonly shorts: number;
  /** The filler before the first line of the body, with its digits masked; null before that. */
  readonly shape: string | null;
  readonly isOver: boolean;
}

export const BODY_BEGIN: BodyState = { end: 0, shorts: 0, shape: null, isOver: false };

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Where the body's headers end, if something like key material stands close behind; else -1. */
export function bodyAfter(text: string, marker: number): number {
  let at = marker;
  for (let header = 0; header < MAX_HEADERS; header += 1) {
    const found = matchAt(HEADER, text, at);
    if (found === null) break;
    at += found[0].length;
  }
  if (matchAt(BODY_BEGINS, text, at) === null) return -1;
  return nextWord(text, at, FIRST_WORD) === null ? -1 : at;
}

/** One step on from the end of a marker, a header or a word. */
export function bodyStep(text: string, state: BodyState): BodyState {
  const { end: at, shorts } = state;
  const long = nextWord(text, at, LONG_WORD);
  const shape = long === null ? state.shape : shapeOf(text.slice(at, long.start));
  if (long !== null && (shape === "" || shape === (state.shape ?? shape))) {
    return { end: long.end, shorts: 0, isOver: false, shape: state.shape ?? shape };
  }
  const marker = endMarker(text, at);
  if (marker !== -1) return { ...state, end: marker, isOver: true };
  const short = nextWord(text, at, 1);
  const isLast =
    short !== null &&
    shorts < MAX_SHORT_WORDS &&
    PLAIN_FILLER.test(text.slice(at, short.start)) &&
    matchAt(WHOLE_LINE, text, short.end) !== null;
  return isLast
    ? { ...state, end: short.end, shorts: shorts + 1 }
    : { ...state, end: at, isOver: true };
}

/** Empty for a plain line end; else the prefix of a logger, which differs only in its digits. */
function shapeOf(filler: string): string {
  return PLAIN_FILLER.test(filler) ? "" : filler.replace(/\d/g, "0");
}

/** A word, an escaped line end, or something else; more of a long word is read in the next step. */
const PIECE = /([A-Za-z0-9+/=]{1,1024})|\\{1,240}[nr]?|[^A-Za-z0-9+/=\\\n[-]{1,240}|[\s\S]/y;

/** The next word of at least this many characters, or null when the filler gets too long. */
function nextWord(text: string, from: number, least: number): Span | null {
  const limit = Math.min(text.length, from + MAX_FILLER);
  let lines = 0;
  for (let at = from; at < limit; ) {
    const [piece = "", word = ""] = matchAt(PIECE, text, at) ?? [];
    if (word.length >= least) return { start: at, end: at + word.length };
    if (piece === "\n") lines += 1;
    if (lines > MAX_FILLER_LINES) return null;
    if (text.startsWith("-----", at) || placeholderEnd(text, at) !== -1) return null;
    at += piece.length;
  }
  return null;
}

/** Where the end marker ends that stands within one filler, or -1. */
function endMarker(text: string, from: number): number {
  const filler = text.slice(from, from + MAX_FILLER);
  const at = filler.indexOf("----");
  const lines = filler.slice(0, at).split("\n").length - 1;
  return at === -1 || lines > MAX_FILLER_LINES ? -1 : endAt(END_MARKER, text, from + at);
}

/** Where a scan stands, between two pieces of a stream too. Places are indices into its buffer. */
import type { Category } from "./category.ts";
import type { BodyState } from "./key-body.ts";
import { type Text, textOf } from "./text.ts";

export interface OpenRedaction {
  readonly category: Category;
  readonly start: number;
  readonly kind: "token" | "key-body";
  readonly body: BodyState;
}

export interface Cursor {
  /** What is held of the text. With `floor` and `command` it makes the cursor a `View`. */
  text: Text;
  /** Where in the stream the held text begins. */
  base: number;
  at: number;
  /** End of the last redaction or placeholder; -1 before the first. */
  floor: number;
  /** Hash of the last three units. */
  gram: number;
  /** Where the last match was given, and how far the questions had come there. */
  seenAt: number;
  seen: number;
  wordStart: number;
  /** What the units of the current word are, as bits; 0 between words. */
  kinds: number;
  /** Where the last word ended that may be of a phrase, and how many more are missing. */
  phraseEnd: number;
  phraseMissing: number;
  /** End of the last AWS key: its secret often follows without a name. */
  awsKeyEnd: number;
  /** Lines of base64 up to here were seen to belong to something public. */
  publicEnd: number;
  /** The last brace before `braceSeen`, up to where braces were looked for. */
  brace: number;
  braceSeen: number;
  /** The program whose arguments this line lists. */
  command: string;
  open: OpenRedaction | null;
}

/** Places count from the beginning of the stream. */
export interface Redaction {
  readonly start: number;
  readonly end: number;
  readonly category: Category;
}

const EMPTY = textOf("");
export const PHRASE_WORDS = 12;
/** A place so far behind that nothing reaches it. An integer, so that places are never fractions. */
const NEVER = -1_000_000_000;

export function newCursor(): Cursor {
  return {
    text: EMPTY,
    base: 0,
    at: 0,
    floor: -1,
    gram: 0,
    seenAt: -1,
    seen: 0,
    wordStart: 0,
    kinds: 0,
    phraseEnd: -1,
    phraseMissing: PHRASE_WORDS,
    awsKeyEnd: NEVER,
    publicEnd: NEVER,
    brace: NEVER,
    braceSeen: 0,
    command: "",
    open: null,
  };
}

/** The same cursor in a buffer whose first units were let go. */
export function shiftCursor(cursor: Cursor, by: number): void {
  cursor.base += by;
  cursor.at -= by;
  // Far behind is as good as never; it must not come to mean the beginning of the text.
  cursor.floor = cursor.floor < by ? NEVER : cursor.floor - by;
  cursor.seenAt = shifted(cursor.seenAt, by);
  cursor.wordStart = shifted(cursor.wordStart, by);
  cursor.phraseEnd = shifted(cursor.phraseEnd, by);
  cursor.awsKeyEnd = shifted(cursor.awsKeyEnd, by);
  cursor.publicEnd = shifted(cursor.publicEnd, by);
  cursor.brace = shifted(cursor.brace, by);
  cursor.braceSeen = shifted(cursor.braceSeen, by);
  if (cursor.open !== null) cursor.open = { ...cursor.open, start: cursor.open.start - by };
}

function shifted(place: number, by: number): number {
  return place - by > NEVER ? place - by : NEVER;
}

/** Nothing before `end` counts any more: not as a word, not as the beginning of a string. */
export function jumpTo(cursor: Cursor, end: number): void {
  cursor.at = end;
  cursor.floor = end;
  cursor.gram = 0;
  cursor.kinds = 0;
  cursor.wordStart = end;
  cursor.phraseMissing = PHRASE_WORDS;
}

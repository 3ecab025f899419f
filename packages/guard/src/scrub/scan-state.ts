/** Where a scan stands, also between two pieces of a stream. */
import type { Category } from "./category.ts";
import type { BodyState } from "./key-body.ts";
import type { Match, View } from "./view.ts";

/** Places are indices into `text`, which is the part of a stream that is held. */
export interface ScanState extends View {
  text: string;
  /** Where in the stream `text` begins. */
  base: number;
  at: number;
  /** Where the word begins that `at` is in or right behind; `at` if there is none. */
  wordStart: number;
  floor: number;
  command: string;
  /** The next phrase behind `at`, or the last one before it. */
  phrase: Match | null;
  /** What is known already of the text behind `at`, in its order: other cells of a column. */
  ahead: readonly Match[];
  /** Lines of base64 up to here belong to something public. */
  publicEnd: number;
  open: OpenRedaction | null;
  /** The text was encoded inside another one: it is not searched for such texts again. */
  isInner: boolean;
}

/** A redaction whose end is not known yet. */
interface OpenRedaction {
  readonly category: Category;
  readonly start: number;
  readonly kind: "token" | "key-body";
  readonly body: BodyState;
}

export function newScan(): ScanState {
  return {
    text: "",
    base: 0,
    at: 0,
    wordStart: 0,
    floor: -1,
    command: "",
    phrase: null,
    ahead: [],
    publicEnd: Number.NEGATIVE_INFINITY,
    open: null,
    isInner: false,
  };
}

/** The same state for a text whose first units were dropped. */
export function dropText(scan: ScanState, count: number): void {
  scan.text = scan.text.slice(count);
  scan.base += count;
  scan.at -= count;
  scan.wordStart -= count;
  // A floor far behind is as good as none, but -1 would mean the beginning of the stream.
  scan.floor = scan.floor < count ? Number.NEGATIVE_INFINITY : scan.floor - count;
  scan.publicEnd -= count;
  scan.ahead = scan.ahead.map((match) => movedBack(match, count));
  if (scan.open !== null) scan.open = { ...scan.open, start: scan.open.start - count };
}

const MAX_AHEAD = 64;

export function addAhead(scan: ScanState, matches: readonly Match[]): void {
  if (matches.length === 0) return;
  scan.ahead = [...scan.ahead, ...matches].sort((a, b) => a.start - b.start).slice(0, MAX_AHEAD);
}

function movedBack(match: Match, count: number): Match {
  return { ...match, start: match.start - count, end: match.end - count };
}

/** Nothing before `end` counts any more, neither as a word nor as context. */
export function moveFloor(scan: ScanState, end: number): void {
  scan.at = end;
  scan.wordStart = end;
  scan.floor = end;
}

/**
 * What is held of the text as it was given: the last piece, and what is left of those before it.
 * The two are not joined, because that would copy every piece, and what is written would keep the
 * copies instead of the text from which it is cut.
 */
import { countTo, type LineCounter } from "./line-counter.ts";

export interface GivenText {
  rest: string;
  /** Where in the whole text the rest begins. */
  restBase: number;
  piece: string;
  /** Where the rest ends and the piece begins. */
  pieceBase: number;
}

export function givenText(): GivenText {
  return { rest: "", restBase: 0, piece: "", pieceBase: 0 };
}

/** Takes the next piece, and lets go what stands before `from`. */
export function hold(given: GivenText, from: number, piece: string): void {
  given.rest = cut(given, from, given.pieceBase + given.piece.length);
  given.restBase = from;
  given.piece = piece;
  given.pieceBase = from + given.rest.length;
}

export function cut(
  { rest, restBase, piece, pieceBase }: GivenText,
  from: number,
  to: number,
): string {
  if (from >= pieceBase) return piece.slice(from - pieceBase, to - pieceBase);
  if (to <= pieceBase) return rest.slice(from - restBase, to - restBase);
  return rest.slice(from - restBase) + piece.slice(0, to - pieceBase);
}

export function countLines(lines: LineCounter, given: GivenText, until: number): void {
  const { rest, restBase, piece, pieceBase } = given;
  if (until <= pieceBase) {
    countTo(lines, rest, restBase, until);
    return;
  }
  if (lines.stop < pieceBase) countTo(lines, rest, restBase, pieceBase);
  countTo(lines, piece, pieceBase, until);
}

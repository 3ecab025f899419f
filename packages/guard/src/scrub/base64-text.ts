/**
 * Text in base64: files of settings and objects are printed like that. It is decoded and scanned by
 * itself; random bytes never decode to readable characters alone.
 */
import { isEdgeBefore, matchAt, type View } from "./view.ts";

export const SHORTEST_BASE64 = 40;
const LONGEST = 4_096;
const HEAD = 24;
const BASE64 = /[A-Za-z0-9+/_-]{40,4096}={0,2}/y;
/** The first bit of a byte is zero in every letter. */
const MAY_BE_TEXT = /(?:[A-Za-f][A-Za-z0-9+/_-]{3}){6}/y;
const READABLE = /^[\t\n\r -~]+$/;

export interface EncodedText {
  readonly text: string;
  readonly end: number;
  /** The text goes on behind `end`. */
  readonly isCut: boolean;
}

/** The text that the word holds which begins here; null if it holds none. */
export function textInBase64(view: View, start: number): EncodedText | null {
  const { text } = view;
  if (matchAt(MAY_BE_TEXT, text, start) === null || !isEdgeBefore(view, start)) return null;
  if ("+/-=".includes(text[start - 1] || " ") && text[start - 1] !== "=") return null;
  if (!READABLE.test(decoded(text.slice(start, start + HEAD)))) return null;
  const word = matchAt(BASE64, text, start)?.[0] ?? "";
  const isCut = word.length >= LONGEST;
  const inner = decoded(word);
  return word === "" ? null : { text: inner, end: start + word.length, isCut };
}

function decoded(word: string): string {
  return Buffer.from(word, "base64").toString("latin1");
}

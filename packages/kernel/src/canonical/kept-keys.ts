/**
 * Keys that were met before, so that the same key is the same string each time: to make the name
 * of a property out of a new string costs more than all else that is done with it.
 *
 * Each key stands in one place only, and a later one takes it over; who sends many different ones
 * makes reading slower, as if nothing were kept, and can fill no more than this table.
 */

/** A power of two. */
const PLACES = 4096;
const MAX_LENGTH = 32;

const kept = new Array<string>(PLACES).fill("");

/** The same as a slice of the text. */
export function keyAt(text: string, start: number, end: number): string {
  const length = end - start;
  if (length > MAX_LENGTH) return text.slice(start, end);
  const place = placeOf(text, start, length);
  const known = kept[place];
  if (known?.length === length && text.startsWith(known, start)) return known;
  // As the name of a property it is a string of its own; a slice would hold on to the whole text.
  const [key = ""] = Object.keys({ [text.slice(start, end)]: null });
  kept[place] = key;
  return key;
}

/** Keys of one place are told apart by comparing them, so a few of their letters are enough. */
function placeOf(text: string, start: number, length: number): number {
  const first = text.charCodeAt(start);
  const second = text.charCodeAt(start + 1);
  const middle = text.charCodeAt(start + (length >> 1));
  const last = text.charCodeAt(start + length - 1);
  return (((first * 31 + second) * 31 + middle) * 31 + last * 43 + length) & (PLACES - 1);
}

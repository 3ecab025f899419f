/**
 * Untrusted text for a model to read, marked as data in two ways that its author cannot forge.
 *
 * Every line of it begins with a bar, so no line of it can pass for one of ours; and the block carries a
 * tag that occurs in none of the texts, because it is made from all of them. Cuts are announced on
 * a line of ours, without the bar.
 */
import { inertText, sha256Hex } from "@bazaar/kernel";

const BAR = "| ";
const TAG_DIGITS = 16;
/** The longest announcement of a cut, with the line ends and the bar around it. */
const CUT_LENGTH = 40;

/** The body of a block: inert, barred line by line. */
export function barred(text: string): string {
  return `${BAR}${inertText(text).replaceAll("\n", `\n${BAR}`)}`;
}

/** A tag that occurs in none of the bodies; the same for the same seed and bodies. */
export function tagFor(seed: string, bodies: readonly string[]): string {
  for (let tag = sha256Hex(seed); ; tag = sha256Hex(tag)) {
    const short = tag.slice(0, TAG_DIGITS);
    if (bodies.every((body) => !body.includes(short))) return short;
  }
}

/** At most `length` characters of a body: its beginning, and so many thirds from its end. */
export function cutBody(body: string, length: number, tailThirds: 1 | 2 = 1): string {
  if (body.length <= length) return body;
  const kept = Math.max(0, length - CUT_LENGTH);
  const tailLength = Math.floor((kept * tailThirds) / 3);
  const head = body.slice(0, kept - tailLength).replace(/\n$/, "");
  const tail = body.slice(body.length - tailLength);
  const note = `[cut: ${body.length - head.length - tail.length} characters]`;
  // Half a character at a cut is mended, and the rest of a line gets the bar it lost.
  return `${head}\n${note}\n${BAR}${tail}`.toWellFormed();
}

export function dataBlock(tag: string, label: string, body: string): string {
  return `<data ${tag}: ${label}>\n${body}\n</data ${tag}>\n`;
}

/** What a block adds to its body. */
export function blockOverhead(label: string): number {
  return dataBlock("0".repeat(TAG_DIGITS), label, "").length;
}

/**
 * Strangers' text for a model to read, marked as data in two ways that no stranger can write: a
 * bar before every line, and a tag around the block that occurs in none of the texts.
 */
import { inertText, sha256Hex } from "@bazaar/kernel";

export interface Block {
  readonly label: string;
  readonly text: string;
  /** Characters of it that are shown. */
  readonly limit: number;
}

const BAR = "| ";
const TAG_DIGITS = 16;

export function fencedText(blocks: readonly Block[]): string {
  const bodies = blocks.map(({ text, limit }) => barred(text, limit));
  const tag = tagFor(bodies);
  return blocks
    .map(({ label }, at) => `<data ${tag}: ${label}>\n${bodies[at] ?? ""}\n</data ${tag}>`)
    .join("\n");
}

/** The beginning and, for the most part, the end: that is where programs say what was wrong. */
function barred(text: string, limit: number): string {
  const safe = inertText(text);
  if (safe.length <= limit) return bar(safe);
  const head = safe.slice(0, Math.floor(limit / 3)).toWellFormed();
  const tail = safe.slice(safe.length - (limit - head.length)).toWellFormed();
  const cut = safe.length - head.length - tail.length;
  return `${bar(head)}\n[cut: ${cut} characters]\n${bar(tail)}`;
}

function bar(text: string): string {
  return `${BAR}${text.replaceAll("\n", `\n${BAR}`)}`;
}

function tagFor(bodies: readonly string[]): string {
  for (let tag = sha256Hex(bodies.join("\n")); ; tag = sha256Hex(tag)) {
    const short = tag.slice(0, TAG_DIGITS);
    if (bodies.every((body) => !body.includes(short))) return short;
  }
}

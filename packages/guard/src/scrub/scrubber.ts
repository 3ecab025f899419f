/**
 * Scrubs text before it leaves this machine. One scrubber serves one contract: it remembers the
 * values it has found, so that a secret reads the same everywhere and one that a name gave away
 * once is redacted without the name afterwards.
 */
import type { RedactedPlace } from "./category.ts";
import { makeRevealer } from "./hidden.ts";
import { type KnownSecret, patternsOf } from "./known/encodings.ts";
import { PREFIXES } from "./rules-at.ts";
import { scanTo } from "./scan.ts";
import { dropText, newScan } from "./scan-state.ts";
import { makeValues, type Values } from "./values.ts";
import { LOOKAHEAD, LOOKBEHIND } from "./view.ts";
import { makeWriter } from "./writer.ts";

export interface Scrubbed {
  readonly text: string;
  readonly found: readonly RedactedPlace[];
}

export interface ScrubStream {
  /** The text that is decided by now; the last `MAX_HELD` units at most are held back. */
  push(chunk: string): Scrubbed;
  end(): Scrubbed;
}

export interface Scrubber {
  scrub(text: string): Scrubbed;
  /** However a text is cut into chunks, the output is what `scrub` makes of the whole. */
  stream(): ScrubStream;
}

/** A stream is scanned in steps of at least this many units: small chunks wait for one another. */
const LEAST_STEP = 4_096;

/** How much of a stream may be held back, in UTF-16 units. */
export const MAX_HELD = LOOKAHEAD + LOOKBEHIND + LEAST_STEP;

export function makeScrubber(
  options: { readonly secrets?: readonly KnownSecret[] } = {},
): Scrubber {
  const values = makeValues(patternsOf(options.secrets ?? []), PREFIXES);
  return {
    scrub: (text) => makeReader(values)(text, true),
    stream() {
      const read = makeReader(values);
      return {
        push: (chunk) => read(chunk, false),
        end: () => read("", true),
      };
    },
  };
}

function makeReader(values: Values): (chunk: string, isEnd: boolean) => Scrubbed {
  const scan = newScan();
  const reveal = makeRevealer();
  const writer = makeWriter();

  const step = (isEnd: boolean): void => {
    const limit = isEnd ? scan.text.length : scan.text.length - LOOKAHEAD;
    const found = scanTo(scan, limit, isEnd, values);
    const until = isEnd ? scan.text.length : Math.max(0, scan.at - LOOKBEHIND);
    const openStart = scan.open === null ? null : scan.open.start + scan.base;
    writer.advance(found, scan.base + until, openStart);
    dropText(scan, until);
  };
  return (chunk, isEnd) => {
    const { given, visible, hidden } = reveal(chunk, isEnd);
    writer.give(given, hidden);
    scan.text += visible;
    if (isEnd || scan.text.length - LOOKAHEAD - scan.at >= LEAST_STEP) step(isEnd);
    // The engine keeps the text in which an expression matched last (`RegExp.input`).
    /^/.test("");
    return writer.take();
  };
}

/**
 * Scrubs text before it leaves this machine. One scrubber serves one contract: it remembers the
 * values it has met, so that a secret reads the same everywhere and one that was given away by a
 * name once is redacted without the name afterwards.
 */
import type { RedactedPlace } from "./category.ts";
import { newCursor, shiftCursor } from "./cursor.ts";
import { makeEmitter } from "./emitter.ts";
import { type KnownSecret, patternsOf } from "./known/encodings.ts";
import { type Lexicon, makeLexicon } from "./lexicon.ts";
import { scan } from "./scan.ts";
import { textWriter } from "./text.ts";
import { makeVeil, type Unveiled } from "./veil.ts";
import { LOOKAHEAD, LOOKBEHIND } from "./view.ts";

export interface Scrubbed {
  readonly text: string;
  readonly found: readonly RedactedPlace[];
}

export interface ScrubStream {
  /** The text that is safe by now; the last `MAX_HELD` units at most are held back. */
  push(chunk: string): Scrubbed;
  end(): Scrubbed;
}

export interface Scrubber {
  scrub(text: string): Scrubbed;
  /** However a text is cut into chunks, what comes out is what `scrub` makes of the whole. */
  stream(): ScrubStream;
}

/** How much of a stream may be held back, in UTF-16 units. */
export const MAX_HELD = LOOKAHEAD + LOOKBEHIND;

/** How much is read in one step: little enough to stay close to the processor. */
const MAX_STEP = 32_768;

export function makeScrubber(
  options: { readonly secrets?: readonly KnownSecret[] } = {},
): Scrubber {
  const lexicon = makeLexicon(patternsOf(options.secrets ?? []));
  return {
    scrub: (text) => joined(reader(lexicon).read(text, true)),
    stream() {
      const { read } = reader(lexicon);
      return {
        push: (chunk) => joined(read(chunk, false)),
        end: () => joined(read("", true)),
      };
    },
  };
}

interface Reader {
  /** What is decided by now, in parts; `isEnd` says that nothing follows. */
  readonly read: (chunk: string, isEnd: boolean) => readonly Scrubbed[];
}

function reader(lexicon: Lexicon): Reader {
  const cursor = newCursor();
  const veil = makeVeil();
  const emitter = makeEmitter();
  const written = textWriter();
  let buffer = "";

  const readPart = ({ given, visible, unseen }: Unveiled, isEnd: boolean): Scrubbed => {
    buffer += visible;
    emitter.give(given);
    for (const item of unseen) emitter.hide(item);
    const limit = isEnd ? buffer.length : buffer.length - LOOKAHEAD;
    if (limit > cursor.at || isEnd) {
      for (const redaction of scan(written(buffer), cursor, limit, isEnd, lexicon)) {
        emitter.redact(redaction);
      }
      const until = isEnd ? buffer.length : Math.max(0, cursor.at - LOOKBEHIND);
      const openStart = cursor.open === null ? null : cursor.open.start + cursor.base;
      emitter.advance(cursor.base + until, openStart);
      buffer = buffer.slice(until);
      shiftCursor(cursor, until);
    }
    return emitter.take();
  };
  return {
    read(chunk, isEnd) {
      const parts: Scrubbed[] = [];
      for (let from = 0; from < chunk.length; from += MAX_STEP) {
        parts.push(readPart(veil.push(chunk.slice(from, from + MAX_STEP)), false));
      }
      if (isEnd) parts.push(readPart(veil.end(), true));
      return parts;
    },
  };
}

function joined(parts: readonly Scrubbed[]): Scrubbed {
  const found: RedactedPlace[] = [];
  for (const part of parts) for (const place of part.found) found.push(place);
  return { text: parts.map(({ text }) => text).join(""), found };
}

/**
 * Scrubs text before it leaves this machine. One scrubber serves one contract: it remembers the
 * values it has met, so that a secret reads the same everywhere and one that was given away by a
 * name once is redacted without the name afterwards.
 */
import type { RedactedPlace } from "./category.ts";
import { newCursor, shiftCursor } from "./cursor.ts";
import { advance, give, newEmitter, take } from "./emitter.ts";
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

/** The engine keeps the text in which an expression matched last: with this one it keeps nothing. */
const NOTHING = /^/;

export function makeScrubber(
  options: { readonly secrets?: readonly KnownSecret[] } = {},
): Scrubber {
  const lexicon = makeLexicon(patternsOf(options.secrets ?? []));
  return {
    scrub: (text) => reader(lexicon).read(text, true),
    stream() {
      const { read } = reader(lexicon);
      return {
        push: (chunk) => read(chunk, false),
        end: () => read("", true),
      };
    },
  };
}

interface Reader {
  /** What is decided by now; `isEnd` says that nothing follows. */
  readonly read: (chunk: string, isEnd: boolean) => Scrubbed;
}

function reader(lexicon: Lexicon): Reader {
  const cursor = newCursor();
  const veil = makeVeil();
  const emitter = newEmitter();
  const written = textWriter();
  let buffer = "";

  const readPart = ({ given, visible, unseen }: Unveiled, isEnd: boolean): void => {
    buffer += visible;
    give(emitter, given, unseen);
    const limit = isEnd ? buffer.length : buffer.length - LOOKAHEAD;
    if (limit > cursor.at || isEnd) {
      const found = scan(written(buffer), cursor, limit, isEnd, lexicon);
      const until = isEnd ? buffer.length : Math.max(0, cursor.at - LOOKBEHIND);
      const openStart = cursor.open === null ? null : cursor.open.start + cursor.base;
      advance(emitter, found, cursor.base + until, openStart);
      buffer = buffer.slice(until);
      shiftCursor(cursor, until);
    }
  };
  return {
    read(chunk, isEnd) {
      for (let from = 0; from < chunk.length; from += MAX_STEP) {
        readPart(veil.push(chunk.slice(from, from + MAX_STEP)), false);
      }
      if (isEnd) readPart(veil.end(), true);
      NOTHING.test("");
      return take(emitter);
    },
  };
}

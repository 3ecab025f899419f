/**
 * Scrubs text before it leaves this machine. One scrubber serves one contract: it remembers the
 * values it has met, so that a secret reads the same everywhere and one that was given away by a
 * name once is redacted without the name afterwards.
 */
import type { Finding } from "./category.ts";
import { newCursor, shiftCursor } from "./cursor.ts";
import { makeEmitter } from "./emitter.ts";
import { type Judge, makeJudge } from "./judge.ts";
import { type KnownSecret, patternsOf } from "./known/encodings.ts";
import { scan } from "./scan.ts";
import { makeVeil, type Unveiled } from "./veil.ts";
import { LOOKAHEAD, LOOKBEHIND } from "./view.ts";

export interface Scrubbed {
  readonly text: string;
  readonly found: readonly Finding[];
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

export function makeScrubber(
  options: { readonly secrets?: readonly KnownSecret[] } = {},
): Scrubber {
  const judge = makeJudge(patternsOf(options.secrets ?? []));
  return {
    stream: () => makeStream(judge),
    scrub(text) {
      const stream = makeStream(judge);
      const first = stream.push(text);
      const last = stream.end();
      return { text: first.text + last.text, found: [...first.found, ...last.found] };
    },
  };
}

function makeStream(judge: Judge): ScrubStream {
  const cursor = newCursor();
  const veil = makeVeil();
  const emitter = makeEmitter();
  let buffer = "";

  const step = ({ text, unseen }: Unveiled, isEnd: boolean): Scrubbed => {
    buffer += text;
    for (const item of unseen) emitter.hide(item);
    const limit = isEnd ? buffer.length : buffer.length - LOOKAHEAD;
    if (limit > cursor.at || isEnd) {
      for (const redaction of scan(buffer, cursor, limit, isEnd, judge)) emitter.redact(redaction);
      const until = isEnd ? buffer.length : Math.max(0, cursor.at - LOOKBEHIND);
      const openStart = cursor.open === null ? null : cursor.open.start + cursor.base;
      emitter.advance({ text: buffer, base: cursor.base }, cursor.base + until, openStart);
      letGo(until);
    }
    return emitter.take();
  };
  const letGo = (until: number): void => {
    buffer = buffer.slice(until);
    shiftCursor(cursor, until);
  };
  return {
    push: (chunk) => step(veil.push(chunk), false),
    end: () => step(veil.end(), true),
  };
}

/** Writes the scrubbed text in order, and says where in the given text each redaction stood. */
import type { Finding } from "./category.ts";
import type { Redaction } from "./cursor.ts";
import { placeholder } from "./placeholder.ts";
import { makeQueue } from "./queue.ts";
import type { Unseen } from "./veil.ts";

/** The visible text that is held, and where in the stream it begins. */
export interface Held {
  readonly text: string;
  readonly base: number;
}

export interface Emitter {
  /** Places count from the beginning of the stream. */
  redact(redaction: Redaction): void;
  hide(unseen: Unseen): void;
  /**
   * Moves on to `until`. What lies in a redaction whose end is not known yet, from `openStart` on,
   * is counted and not written.
   */
  advance(held: Held, until: number, openStart: number | null): void;
  /** What was written and found since the last call. */
  take(): { readonly text: string; readonly found: readonly Finding[] };
}

export function makeEmitter(): Emitter {
  const redactions = makeQueue<Redaction>();
  const hidden = makeQueue<Unseen>();
  let out: string[] = [];
  let found: Finding[] = [];
  let emitted = 0;
  let [line, column] = [1, 1];
  let begun: { line: number; column: number; length: number } | null = null;

  /** Keeps line and column right for text that was given, shown or not. */
  const count = (text: string): void => {
    let from = 0;
    for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", from)) {
      [line, column, from] = [line + 1, 1, at + 1];
    }
    column += text.length - from;
  };
  const show = (text: string): void => {
    if (text === "") return;
    count(text);
    out.push(text);
  };
  /** Shows everything up to `until`, with what was unseen before it back in its place. */
  const showTo = ({ text, base }: Held, until: number): void => {
    for (let next = hidden.first(); next !== undefined && next.at <= until; next = hidden.first()) {
      show(text.slice(emitted - base, next.at - base));
      show(next.text);
      emitted = next.at;
      hidden.drop();
    }
    show(text.slice(emitted - base, until - base));
    emitted = until;
  };
  const skipTo = ({ text, base }: Held, until: number): void => {
    begun ??= { line, column, length: 0 };
    const skip = (piece: string): void => {
      count(piece);
      if (begun !== null) begun.length += piece.length;
    };
    for (let next = hidden.first(); next !== undefined && next.at < until; next = hidden.first()) {
      skip(next.text);
      hidden.drop();
    }
    skip(text.slice(emitted - base, until - base));
    emitted = until;
  };
  const close = ({ category }: Redaction): void => {
    out.push(placeholder(category));
    if (begun !== null) found.push({ category, ...begun });
    begun = null;
    redactions.drop();
  };
  return {
    redact: redactions.add,
    hide: hidden.add,
    advance(held, until, openStart) {
      while (emitted < until) {
        const next = redactions.first();
        const start = next?.start ?? openStart ?? until;
        if (begun === null) showTo(held, Math.min(start, until));
        if (start >= until) return;
        skipTo(held, Math.min(next?.end ?? until, until));
        if (next !== undefined && emitted === next.end) close(next);
      }
      // What was unseen at the very end stands behind everything else.
      if (begun === null) showTo(held, until);
    },
    take() {
      const taken = { text: out.join(""), found };
      [out, found] = [[], []];
      return taken;
    },
  };
}

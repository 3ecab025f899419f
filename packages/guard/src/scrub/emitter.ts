/**
 * Writes the scrubbed text in order, and says where in the given text each redaction stood.
 *
 * Redactions are placed in the visible text, without what the veil took out; what is written is cut
 * from the text as it was given. So what nobody sees costs a number each, wherever it stands.
 */
import type { RedactedPlace } from "./category.ts";
import type { Redaction } from "./cursor.ts";
import { lineCounter } from "./line-counter.ts";
import { placeholder } from "./placeholder.ts";
import { makeQueue } from "./queue.ts";
import type { Unseen } from "./veil.ts";

export interface Emitter {
  /** The text as it was given, piece by piece. */
  give(text: string): void;
  /** Places count from the beginning of the visible stream. */
  redact(redaction: Redaction): void;
  hide(unseen: Unseen): void;
  /**
   * Moves on to `until`. What lies in a redaction whose end is not known yet, from `openStart` on,
   * is counted and not written.
   */
  advance(until: number, openStart: number | null): void;
  /** What was written and found since the last call. */
  take(): { readonly text: string; readonly found: readonly RedactedPlace[] };
}

export function makeEmitter(): Emitter {
  const redactions = makeQueue<Redaction>();
  const hidden = makeQueue<Unseen>();
  const lines = lineCounter();
  let out: string[] = [];
  let found: RedactedPlace[] = [];
  let given = "";
  let givenBase = 0;
  /** How far the visible text is written, and where in the given text that is. */
  let [emitted, givenAt] = [0, 0];
  let begun: { line: number; column: number; length: number } | null = null;

  /** Moves both places on, past what is unseen before `until`, and at it if `isThrough`. */
  const moveTo = (until: number, isThrough: boolean): void => {
    givenAt += until - emitted;
    emitted = until;
    for (let next = hidden.first(); next !== undefined; next = hidden.first()) {
      if (isThrough ? next.at > until : next.at >= until) break;
      givenAt += next.length;
      hidden.drop();
    }
    lines.countTo(given, givenBase, givenAt);
  };
  const showTo = (until: number): void => {
    const from = givenAt;
    moveTo(until, true);
    if (givenAt > from) out.push(given.slice(from - givenBase, givenAt - givenBase));
  };
  const skipTo = (until: number): void => {
    begun ??= { line: lines.line, column: lines.column, length: 0 };
    const from = givenAt;
    moveTo(until, false);
    begun.length += givenAt - from;
  };
  const close = ({ category }: Redaction): void => {
    out.push(placeholder(category));
    if (begun !== null) {
      const { line, column, length } = begun;
      found.push({ category, line, column, length });
    }
    begun = null;
    redactions.drop();
  };
  return {
    give(text) {
      given = given.slice(givenAt - givenBase) + text;
      givenBase = givenAt;
    },
    redact: redactions.add,
    hide: hidden.add,
    advance(until, openStart) {
      while (emitted < until) {
        const next = redactions.first();
        const start = next?.start ?? openStart ?? until;
        if (begun === null) showTo(Math.min(start, until));
        if (start >= until) return;
        skipTo(Math.min(next?.end ?? until, until));
        if (next !== undefined && emitted === next.end) close(next);
      }
      // What was unseen at the very end stands behind everything else.
      if (begun === null) showTo(until);
    },
    take() {
      const taken = { text: out.join(""), found };
      [out, found] = [[], []];
      return taken;
    },
  };
}

/** Writes the scrubbed text, and says where in the given text each redaction stood. */
import type { Category, RedactedPlace } from "./category.ts";
import type { Hidden } from "./hidden.ts";
import { placeholder } from "./placeholder.ts";

/** Places are indices into the visible text, from the beginning of the stream. */
export interface Redaction {
  readonly start: number;
  readonly end: number;
  readonly category: Category;
}

export interface Writer {
  /** Appends text as it was given, and what was taken out of it before the scan. */
  give(text: string, hidden: readonly Hidden[]): void;
  /**
   * Writes up to `until`. `openStart` is where a redaction begins whose end is not known yet;
   * from there on nothing is written.
   */
  advance(redactions: readonly Redaction[], until: number, openStart: number | null): void;
  /** What was written and found since the last call. */
  take(): { readonly text: string; readonly found: readonly RedactedPlace[] };
}

export function makeWriter(): Writer {
  let given = "";
  /** Where in the stream `given` begins. */
  let base = 0;
  let hidden: Hidden[] = [];
  let hiddenLength = 0;
  let waiting: readonly Redaction[] = [];
  let open: { line: number; column: number; start: number } | null = null;
  let [line, column, written] = [1, 1, 0];
  let out = "";
  let found: RedactedPlace[] = [];

  let passed = 0;
  /** The place in the given text; if inclusive, behind what is hidden right there. */
  const givenPlace = (visible: number, isInclusive: boolean): number => {
    for (let next = hidden[passed]; next !== undefined; next = hidden[passed]) {
      if (isInclusive ? next.at > visible : next.at >= visible) break;
      hiddenLength += next.length;
      passed += 1;
    }
    return visible + hiddenLength;
  };
  const moveTo = (place: number): string => {
    const text = given.slice(written - base, Math.max(0, place - base));
    const lastLine = text.lastIndexOf("\n");
    for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) line += 1;
    column = lastLine === -1 ? column + text.length : text.length - lastLine;
    written = Math.max(written, place);
    return text;
  };
  const openAt = (start: number): void => {
    if (open !== null) return;
    out += moveTo(givenPlace(start, true));
    open = { line, column, start: written };
  };
  const close = ({ start, end, category }: Redaction): void => {
    openAt(start);
    moveTo(givenPlace(end, false));
    if (open !== null) {
      found.push({ category, line: open.line, column: open.column, length: written - open.start });
    }
    out += placeholder(category);
    open = null;
  };
  return {
    give(text, moreHidden) {
      given += text;
      for (const item of moreHidden) hidden.push(item);
    },
    advance(redactions, until, openStart) {
      const all = [...waiting, ...redactions];
      const done = all.filter(({ end }) => end <= until);
      waiting = all.slice(done.length);
      for (const redaction of done) close(redaction);
      const next = waiting[0]?.start ?? openStart ?? until;
      if (next < until) {
        openAt(next);
        moveTo(givenPlace(until, false));
      } else if (open === null) {
        out += moveTo(givenPlace(until, true));
      }
      given = given.slice(written - base);
      base = written;
      hidden = hidden.slice(passed);
      passed = 0;
    },
    take() {
      const taken = { text: out, found };
      [out, found] = ["", []];
      return taken;
    },
  };
}

/**
 * New lines of a failed check that an agent may be told, because it needs them for its next attempt.
 *
 * A fix decides what a check prints, so these lines could carry anything. They are made only of words
 * that the agent knows already or that are the same on every machine, each line once, and all of them
 * together are short: what a person can read before saying yes.
 */
import { withoutEncoded } from "./encoded-blocks.ts";
import { type FailureText, linesOf, reportsProblem } from "./failure-text.ts";
import { TOOL_WORDS } from "./tool-messages.ts";

export const MAX_NEW_LINES = 20;
export const MAX_NEW_BYTES = 2_000;
const MAX_LINE = 200;
/** Fewer are not a message. */
const MIN_MESSAGE_WORDS = 2;
const MIN_WORD = 3;

const WORD = /[A-Za-z0-9_]+/g;
const PRINTABLE = /^[ -~‘’“”]*$/;
const LONG_PUNCTUATION = /[^A-Za-z0-9_\s…]{4,}/;
const UNKNOWN = "…";
/** A number that nobody knows could carry something. */
const UNKNOWN_NUMBER = "N";

/** Counts over a whole contract. */
export class NewLines {
  readonly #shared = new Set<string>();
  #bytesLeft = MAX_NEW_BYTES;

  /** What may be shared of an output: the last lines, as many as are left of the limit. */
  choose(output: string, failure: FailureText, fix: string): readonly string[] {
    const own = new Set(linesOf(failure.error));
    const message = wordsOf(`${failure.command}\n${failure.error}`);
    const named = wordsOf(fix);
    const fitting = linesOf(output)
      .filter((line) => !own.has(line) && reportsProblem(line))
      .flatMap((line) => inKnownWords(line, message, named) ?? [])
      .filter((line) => !own.has(line) && !this.#shared.has(line));
    const chosen: string[] = [];
    let bytesLeft = this.#bytesLeft;
    for (const line of [...new Set(fitting)].reverse()) {
      bytesLeft -= bytesOf(line);
      if (this.#shared.size + chosen.length === MAX_NEW_LINES || bytesLeft < 0) break;
      chosen.unshift(line);
    }
    return chosen;
  }

  /** They leave now. */
  take(lines: readonly string[]): void {
    for (const line of lines) {
      this.#shared.add(line);
      this.#bytesLeft -= bytesOf(line);
    }
  }
}

function bytesOf(line: string): number {
  return Buffer.byteLength(line) + 1;
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.match(WORD));
}

/** The line with unknown words left out; null unless half of it is a known message. */
function inKnownWords(
  line: string,
  message: ReadonlySet<string>,
  named: ReadonlySet<string>,
): string | null {
  if (line.length > MAX_LINE || !PRINTABLE.test(line) || LONG_PUNCTUATION.test(line)) return null;
  if (withoutEncoded(line) !== line) return null;
  let messageWords = 0;
  let otherWords = 0;
  const shown = line.replace(/\s+/g, " ").replace(WORD, (word) => {
    const isLong = word.length >= MIN_WORD;
    if (message.has(word) || TOOL_WORDS.has(word)) {
      if (isLong) messageWords += 1;
      return word;
    }
    if (/^\d+$/.test(word)) return UNKNOWN_NUMBER;
    otherWords += 1;
    // The agent wrote the fix: single letters of it would spell anything.
    return isLong && named.has(word) ? word : UNKNOWN;
  });
  return messageWords >= Math.max(MIN_MESSAGE_WORDS, otherWords) ? shown : null;
}

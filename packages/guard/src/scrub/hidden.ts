/**
 * Terminal colours and zero-width characters, which a reader does not see and which may stand
 * inside a secret. They are taken out before the scan and put back where nothing was redacted.
 *
 * Only sequences with numbers are taken out. A title or a link in a terminal sequence is text, and
 * is scanned as text.
 */
const MAX_SEQUENCE = 48;
/** Longer runs are scanned as text, so that a stream never holds back more than a fixed amount. */
const MAX_RUN = 256;
const ESCAPE = "\\u001b";
const NO_WIDTH = "\\u00ad\\u034f\\u061c\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufeff";
// A placeholder behind a lone escape must not become the end of a sequence.
const NUMBERS = `(?!\\[REDACTED:)\\[[0-9;:?]{0,${MAX_SEQUENCE}}`;
const HIDDEN = new RegExp(`(?:${ESCAPE}${NUMBERS}[@-Z\\\\-~]|[${NO_WIDTH}]){1,64}`, "g");
const MAY_BE_HIDDEN = new RegExp(`[${ESCAPE}${NO_WIDTH}]`);
const CUT_SEQUENCE = new RegExp(
  `${ESCAPE}(?:${NUMBERS}|\\[R(?:E(?:D(?:A(?:C(?:T(?:ED?)?)?)?)?)?)?)?$`,
);

export interface Hidden {
  /** Where it was taken out, as an index into the visible text from the beginning of the stream. */
  readonly at: number;
  readonly length: number;
}

export interface Revealed {
  /** The text as it was given, without a sequence that its end cuts. */
  readonly given: string;
  readonly visible: string;
  readonly hidden: readonly Hidden[];
}

/** Takes hidden characters out of a text that arrives in chunks. */
export function makeRevealer(): (chunk: string, isEnd: boolean) => Revealed {
  let cut = "";
  let visibleLength = 0;
  let givenLength = 0;
  let run = 0;
  let runEnd = -1;

  const reveal = (given: string): Revealed => {
    const hidden: Hidden[] = [];
    let removed = 0;
    const takeOut = (found: string, offset: number): string => {
      const start = givenLength + offset;
      run = start === runEnd ? run : 0;
      runEnd = start + found.length;
      const length = Math.min(found.length, Math.max(0, MAX_RUN - run));
      run += found.length;
      if (length > 0) hidden.push({ at: visibleLength + offset - removed, length });
      removed += length;
      return found.slice(length);
    };
    const visible = MAY_BE_HIDDEN.test(given) ? given.replace(HIDDEN, takeOut) : given;
    givenLength += given.length;
    visibleLength += visible.length;
    return { given, visible, hidden };
  };
  return (chunk, isEnd) => {
    const text = cut + chunk;
    // A sequence that the end of the chunk cuts waits for its other half.
    cut = isEnd ? "" : (CUT_SEQUENCE.exec(text.slice(-(MAX_SEQUENCE + 2)))?.[0] ?? "");
    return reveal(text.slice(0, text.length - cut.length));
  };
}

/**
 * What a reader does not see and a secret may be broken by: colours of a terminal and characters
 * without width. They are taken out before the scan and put back where nothing was redacted.
 *
 * Only sequences with numbers are taken out. A title or a link in a terminal sequence is text, and
 * is scanned as text.
 */
const MAX_SEQUENCE = 48;
/** What is longer is text: what is held back must not grow with what nobody sees. */
const MAX_IN_ROW = 256;
const ESCAPE = "\\u001b";
const [ESCAPE_UNIT, BRACKET] = [27, 91];
const NO_WIDTH = "\\u00ad\\u034f\\u061c\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufeff";
// A placeholder behind a lone escape must not become the end of a sequence.
const NUMBERS = `(?!\\[REDACTED:)\\[[0-9;:?]{0,${MAX_SEQUENCE}}`;
const SEQUENCE = new RegExp(`${ESCAPE}${NUMBERS}[@-Z\\\\-~]`, "y");
const MAY_BE_UNSEEN = new RegExp(`[${ESCAPE}${NO_WIDTH}]`, "g");
const BEGUN = new RegExp(`${ESCAPE}(?:${NUMBERS}|\\[R(?:E(?:D(?:A(?:C(?:T(?:ED?)?)?)?)?)?)?)?$`);

export interface Unseen {
  /** Where it stood in the visible text, from the beginning of the stream. */
  readonly at: number;
  readonly length: number;
}

export interface Unveiled {
  /** What was given, as far as it is read by now. */
  readonly given: string;
  readonly visible: string;
  readonly unseen: readonly Unseen[];
}

export interface Veil {
  push(chunk: string): Unveiled;
  end(): Unveiled;
}

export function makeVeil(): Veil {
  let begun = "";
  let length = 0;
  let before = 0;
  // How much stood in a row so far, and where in what was given it ended.
  let row = 0;
  let rowEnd = -1;
  /** How much of what is unseen from `from` to `end` is taken out. */
  const takenOut = (from: number, end: number): number => {
    row = before + from === rowEnd ? row : 0;
    rowEnd = before + end;
    const most = Math.max(0, MAX_IN_ROW - row);
    row += end - from;
    return Math.min(end - from, most);
  };
  const take = (given: string): Unveiled => {
    const unseen: Unseen[] = [];
    const shown: string[] = [];
    let [from, removed] = [0, 0];
    MAY_BE_UNSEEN.lastIndex = 0;
    while (MAY_BE_UNSEEN.test(given)) {
      const at = MAY_BE_UNSEEN.lastIndex - 1;
      const end = unseenEnd(given, at);
      if (end === -1) continue;
      MAY_BE_UNSEEN.lastIndex = end;
      const taken = takenOut(at, end);
      if (taken === 0) continue;
      unseen.push({ at: length + at - removed, length: taken });
      shown.push(given.slice(from, at));
      removed += taken;
      from = at + taken;
    }
    const visible = from === 0 ? given : shown.join("") + given.slice(from);
    before += given.length;
    length += visible.length;
    return { given, visible, unseen };
  };
  return {
    push(chunk) {
      const text = begun + chunk;
      const tail = text.slice(-(MAX_SEQUENCE + 2));
      // A sequence that the end of the chunk cuts waits for its other half.
      begun = BEGUN.exec(tail)?.[0] ?? "";
      return take(begun === "" ? text : text.slice(0, -begun.length));
    },
    end() {
      const rest = begun;
      begun = "";
      return take(rest);
    },
  };
}

/** Where what begins here ends: a sequence, or one character without width; -1 for a lone escape. */
function unseenEnd(text: string, at: number): number {
  if (text.charCodeAt(at) !== ESCAPE_UNIT) return at + 1;
  if (text.charCodeAt(at + 1) !== BRACKET) return -1;
  SEQUENCE.lastIndex = at;
  return SEQUENCE.test(text) ? SEQUENCE.lastIndex : -1;
}

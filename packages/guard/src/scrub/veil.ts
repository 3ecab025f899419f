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
const NO_WIDTH = "\\u00ad\\u034f\\u061c\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufeff";
// A placeholder behind a lone escape must not become the end of a sequence.
const NUMBERS = `(?!\\[REDACTED:)\\[[0-9;:?]{0,${MAX_SEQUENCE}}`;
const UNSEEN = new RegExp(`(?:${ESCAPE}${NUMBERS}[@-Z\\\\-~]|[${NO_WIDTH}]){1,64}`, "g");
const MAY_BE_UNSEEN = new RegExp(`[${ESCAPE}${NO_WIDTH}]`);
const BEGUN = new RegExp(`${ESCAPE}(?:${NUMBERS}|\\[R(?:E(?:D(?:A(?:C(?:T(?:ED?)?)?)?)?)?)?)?$`);

export interface Unseen {
  /** Where it stood in the visible text, from the beginning of the stream. */
  readonly at: number;
  readonly text: string;
}

export interface Unveiled {
  readonly text: string;
  readonly unseen: readonly Unseen[];
}

export interface Veil {
  push(chunk: string): Unveiled;
  end(): Unveiled;
}

export function makeVeil(): Veil {
  let begun = "";
  let length = 0;
  let given = 0;
  // How much stood in a row so far, and where in what was given it ended.
  let row = 0;
  let rowEnd = -1;
  const take = (text: string): Unveiled => {
    if (!MAY_BE_UNSEEN.test(text)) {
      length += text.length;
      given += text.length;
      return { text, unseen: [] };
    }
    const unseen: Unseen[] = [];
    let removed = 0;
    const visible = text.replace(UNSEEN, (found: string, offset: number) => {
      row = given + offset === rowEnd ? row : 0;
      rowEnd = given + offset + found.length;
      const hidden = found.slice(0, Math.max(0, MAX_IN_ROW - row));
      row += found.length;
      if (hidden !== "") unseen.push({ at: length + offset - removed, text: hidden });
      removed += hidden.length;
      return found.slice(hidden.length);
    });
    given += text.length;
    length += visible.length;
    return { text: visible, unseen };
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

/**
 * What a reader does not see and a secret may be broken by: colours of a terminal and characters
 * without width. They are taken out before the scan and put back where nothing was redacted.
 *
 * Only sequences with numbers are taken out. A title or a link in a terminal sequence is text, and
 * is scanned as text.
 */
import { stringOf, textWriter } from "./text.ts";

const MAX_SEQUENCE = 48;
/** What is longer is text: what is held back must not grow with what nobody sees. */
const MAX_IN_ROW = 256;
const ESCAPE = "\\u001b";
const [ESCAPE_UNIT, BRACKET, LETTER_R] = [27, 91, 82];
const NO_WIDTH = "\\u00ad\\u034f\\u061c\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufeff";
const IN_NUMBERS = "[0-9;:?]";
const PLACEHOLDER = "[REDACTED:";
const MAY_BE_UNSEEN = new RegExp(`[${ESCAPE}${NO_WIDTH}]`, "g");
const CUT_PLACEHOLDER = "\\[R(?:E(?:D(?:A(?:C(?:T(?:ED?)?)?)?)?)?)?";
const CUT_SEQUENCE = `(?!\\${PLACEHOLDER})\\[${IN_NUMBERS}{0,${MAX_SEQUENCE}}`;
const BEGUN = new RegExp(`${ESCAPE}(?:${CUT_SEQUENCE}|${CUT_PLACEHOLDER})?$`);

/** What a unit is here: unseen or the beginning of a sequence, or part or end of a sequence. */
const [UNSEEN, NUMBERS, SEQUENCE_END] = [1, 2, 3];
const PARTS = parts();

function parts(): Uint8Array {
  const table = new Uint8Array(65_536);
  const classes = [
    [new RegExp(`[${ESCAPE}${NO_WIDTH}]`), UNSEEN],
    [new RegExp(IN_NUMBERS), NUMBERS],
    [/[@-Z\\-~]/, SEQUENCE_END],
  ] as const;
  for (let code = 0; code < table.length; code += 1) {
    const unit = String.fromCharCode(code);
    table[code] = classes.find(([pattern]) => pattern.test(unit))?.[1] ?? 0;
  }
  return table;
}

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

const NOTHING: readonly Unseen[] = [];

export function makeVeil(): Veil {
  const written = textWriter();
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
  /** Moves what is visible together, in place, from the first unit on that may be unseen. */
  const unveil = (given: string, first: number): Unveiled => {
    const unseen: Unseen[] = [];
    const { units } = written(given);
    let to = first;
    for (let at = first; at < given.length; ) {
      const isUnseen = PARTS[units[at] as number] === UNSEEN;
      const end = isUnseen ? unseenEnd(given, units, at) : -1;
      const taken = end === -1 ? 0 : takenOut(at, end);
      if (taken > 0) unseen.push({ at: length + to, length: taken });
      const next = end === -1 ? at + 1 : end;
      for (let kept = at + taken; kept < next; kept += 1) {
        units[to] = units[kept] as number;
        to += 1;
      }
      at = next;
    }
    const visible = to === given.length ? given : stringOf(units, to);
    return { given, visible, unseen };
  };
  const take = (given: string): Unveiled => {
    MAY_BE_UNSEEN.lastIndex = 0;
    const taken = MAY_BE_UNSEEN.test(given)
      ? unveil(given, MAY_BE_UNSEEN.lastIndex - 1)
      : { given, visible: given, unseen: NOTHING };
    before += given.length;
    length += taken.visible.length;
    return taken;
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
function unseenEnd(text: string, units: Uint16Array, at: number): number {
  if (units[at] !== ESCAPE_UNIT) return at + 1;
  if (at + 1 >= text.length || units[at + 1] !== BRACKET) return -1;
  const limit = Math.min(text.length, at + 2 + MAX_SEQUENCE);
  let end = at + 2;
  while (end < limit && PARTS[units[end] as number] === NUMBERS) end += 1;
  if (end >= text.length || PARTS[units[end] as number] !== SEQUENCE_END) return -1;
  // A placeholder behind a lone escape must not become the end of a sequence.
  return units[end] === LETTER_R && text.startsWith(PLACEHOLDER, at + 1) ? -1 : end + 1;
}

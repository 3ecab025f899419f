/** Values of several lines in YAML: `secret: |` or `secret: >-`, then lines that are indented more. */
import { placeholderIndex } from "./placeholder.ts";
import { beginsPlainly, HEAD, isSentence } from "./plain-value.ts";
import { MAX_BLOCK } from "./value-span.ts";
import { endAt, matchAt, textBefore, type View } from "./view.ts";

const BLOCK_BEGIN = /[|>][+-]?\d?[+-]?[ \t]{0,8}(?:#[^\n]{0,80})?\r?\n/y;
const MAX_COLUMN = 128;
const OWN_LINE = /(?:^|\n)([ \t]{0,120}(?:- {1,4}){0,3}["']?)$/;
const LINE = /([ \t]{0,256})([^\n]{0,4096})\n?/y;
/** A block of settings: its lines are read one by one. */
const SETTING = /^(?:export )?[\w.-]{1,64}(?:=(?!=|$)|: )/;

export interface Block {
  readonly start: number;
  readonly end: number;
  /** The block is longer than what is looked at. */
  readonly isCut: boolean;
}

/** The block that begins at `from`, behind the name at `keyStart`; null if there is none. The words of a phrase may look like a sentence. */
export function blockValue(
  view: View,
  keyStart: number,
  from: number,
  isPhrase: boolean,
): Block | null {
  const { text } = view;
  const first = endAt(BLOCK_BEGIN, text, from);
  if (first === -1) return null;
  const column = OWN_LINE.exec(textBefore(view, keyStart, MAX_COLUMN))?.[1]?.length;
  if (column === undefined) return null;
  const start = first + (matchAt(LINE, text, first)?.[1]?.length ?? 0);
  const head = text.slice(start, start + HEAD).split("\n", 1)[0] ?? "";
  const isPlain = beginsPlainly(head, true) || SETTING.test(head);
  if (isPlain || (!isPhrase && /\S \S/.test(head) && isSentence(head))) return null;
  const end = blockEnd(text, first, column);
  // What a placeholder stands for may have made the block plain.
  if (end <= start || placeholderIndex(text.slice(start, end)) !== -1) return null;
  return { start, end, isCut: end - first >= MAX_BLOCK };
}

/** The end of the last line that is indented more than the name; blank lines may stand between. */
function blockEnd(text: string, from: number, column: number): number {
  let end = from;
  for (let at = from; at < text.length && at - from < MAX_BLOCK; ) {
    const [line = "", indent = "", content = ""] = matchAt(LINE, text, at) ?? [];
    if (content.trim() !== "") {
      if (indent.length <= column) break;
      end = at + indent.length + content.trimEnd().length;
    }
    at += line.length;
  }
  return Math.min(end, from + MAX_BLOCK);
}

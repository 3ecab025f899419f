/** Lines of a chat, as they are shown: text of strangers can neither move the cursor nor begin a line. */
import { styleText } from "node:util";
import { inertText } from "@bazaar/kernel";
import { wrapText } from "@bazaar/terminal";

export type Style = Parameters<typeof styleText>[0];

export interface Line {
  readonly atMs: number;
  readonly number: number | null;
  /** Who says it, and where; inert. */
  readonly head: string;
  readonly style: Style;
  readonly text: string;
}

const MAX_LINES = 30;
/** Time and number. */
const MARGIN = 10;
const NUMBER_DIGITS = 3;
const [NARROW, NARROW_INDENT] = [60, 2];
/** Wide for all that may be: a line that is cut too early is better than one that wraps by itself. */
const MAYBE_WIDE = /[^\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{ASCII}]/u;

export function messageLine({ atMs, number, head, style, text }: Line, columns: number): string {
  const indent = columns < NARROW ? NARROW_INDENT : MARGIN;
  const [first = "", ...rest] = cutLines(inertText(text));
  const margin = `${timeOf(atMs)} ${String(number ?? "").padStart(NUMBER_DIGITS)} `;
  const wrapped = fitted(`${head} ${first}`, columns, { first: MARGIN, indent });
  const painted = wrapped.startsWith(head)
    ? `${paint(style, head)}${wrapped.slice(head.length)}`
    : wrapped;
  const more = rest.map((line) => {
    const bar = `${" ".repeat(indent)}│ `;
    const place = { first: bar.length, indent: bar.length };
    return `\n${bar}${fitted(line, columns, place)}`;
  });
  return `${paint("dim", margin)}${painted}${more.join("")}`;
}

/** Colours on a terminal only, and none if NO_COLOR is set. */
function paint(style: Style, text: string): string {
  return styleText(style, text, { stream: process.stdout });
}

function cutLines(text: string): readonly string[] {
  const lines = text.trimEnd().split("\n");
  if (lines.length <= MAX_LINES) return lines;
  return [...lines.slice(0, MAX_LINES), `… ${lines.length - MAX_LINES} more lines`];
}

function fitted(
  text: string,
  columns: number,
  place: { readonly first: number; readonly indent: number },
): string {
  if (columns === Number.POSITIVE_INFINITY) return text.replaceAll("\t", " ");
  const room = Math.max(1, columns - 1 - Math.max(place.first, place.indent));
  return wrapText(splitWords(text, room), columns - 1, place);
}

/** A word that is wider than the screen would go on at its left edge, where our lines begin. */
function splitWords(text: string, room: number): string {
  const most = MAYBE_WIDE.test(text) ? Math.max(1, Math.floor(room / 2)) : room;
  return text.replaceAll(new RegExp(`\\S{${most}}(?=\\S)`, "gu"), "$& ");
}

function timeOf(atMs: number): string {
  const at = new Date(atMs);
  const digits = (value: number): string => String(value).padStart(2, "0");
  return Number.isNaN(at.getTime())
    ? "--:--"
    : `${digits(at.getHours())}:${digits(at.getMinutes())}`;
}

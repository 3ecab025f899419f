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
/**
 * All but Latin, Greek and Cyrillic letters and usual marks may take two columns. A line that ends
 * too early is better than one that goes on at the left edge.
 */
const MAYBE_WIDE = /[^\0-\u02ff\u0370-\u052f\u2010-\u2027\u2030-\u205e\u20a0-\u20bf]/u;

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
  const begin = Math.max(place.first, place.indent);
  const left = Math.max(1, columns - 1 - begin);
  const room = MAYBE_WIDE.test(text) ? Math.max(1, Math.floor(left / 2)) : left;
  return wrapText(splitWords(text, room), begin + room, place);
}

/** A word that is wider than the screen would go on at its left edge, where our lines begin. */
function splitWords(text: string, room: number): string {
  return text.replaceAll(new RegExp(`\\S{${room}}(?=\\S)`, "gu"), "$& ");
}

function timeOf(atMs: number): string {
  const at = new Date(atMs);
  const digits = (value: number): string => String(value).padStart(2, "0");
  return Number.isNaN(at.getTime())
    ? "--:--"
    : `${digits(at.getHours())}:${digits(at.getMinutes())}`;
}

/**
 * Dumps of bytes as `hexdump`, `xxd` and `od` print them. A secret in one is spread over columns
 * and lines, so that no rule would find it: the bytes are decoded, the text of the dump is scanned
 * by itself, and the lines that show a secret go.
 */
import { meaningOfKey } from "./key-name.ts";
import { endAt, matchAt } from "./view.ts";

export interface Dump {
  /** The bytes as text, one unit per byte. */
  readonly text: string;
  readonly lines: readonly DumpLine[];
  /** The command before it dumps a file whose name says that it holds a secret. */
  readonly isOfSecret: boolean;
}

export interface DumpLine {
  /** Where its columns begin and end in the text that holds the dump. */
  readonly start: number;
  readonly end: number;
  /** How many bytes the lines before it hold. */
  readonly first: number;
}

const MAX_LINES = 90;
const ZERO_OFFSET = /^0{7,8}[: ]/;
/** `od -An` prints no offsets. */
const OD_COMMAND = /(?<![\w-])od -[^\n]{0,80}$/;
const MAX_COMMAND = 96;
const OFFSET = /(?:[0-9a-f]{7,8}:?)?/y;
/** In pairs of bytes or byte by byte. */
const HEX_COLUMNS =
  / {1,2}(?:(?:[0-9a-f]{2} {1,2}){1,15}[0-9a-f]{2}|(?:[0-9a-f]{4} ){0,7}[0-9a-f]{2,4})(?=\s|$)/y;
/** Each column of `od -c` is four units wide. */
const CHARACTER_COLUMNS = /(?: {3}[!-~]| {2}\\[0abfnrtv]| [0-7]{3}| {4}){2,16}(?=\s|$)/y;
const LINE_END = /[^\n]{0,80}(?:\n|$)/y;

const ESCAPES: Readonly<Record<string, string>> = { "\\n": "\n", "\\r": "\r", "\\t": "\t" };

/** The dump that begins with the line at `from`; null if there is none. */
export function dumpAt(text: string, from: number): Dump | null {
  if (!beginsDump(text, from)) return null;
  const lines: DumpLine[] = [];
  let decoded = "";
  for (let at = from; at < text.length && lines.length < MAX_LINES; ) {
    const line = lineAt(text, at);
    // Another dump begins at offset zero; reading on from each would take time for every pair.
    if (line === null || (at > from && ZERO_OFFSET.test(text.slice(at, at + 9)))) break;
    lines.push({ start: line.start, end: line.end, first: decoded.length });
    decoded += line.bytes;
    at = line.next;
  }
  return { text: decoded, lines, isOfSecret: isOfSecret(text, from) };
}

const DUMP_COMMAND =
  /(?<![\w-])(?:xxd|hexdump|hd|od)(?: -[^\s]{1,12}){0,4} (?:\S{0,80}\/)?([\w-]{3,60})(?:\.(?:txt|bin|key|dat))?$/;

/** `echo $DB_PASSWORD | xxd`. */
const PIPED_VARIABLE =
  /\$\{?([A-Za-z_]\w{2,60})\}?["']? ?\| ?(?:xxd|hexdump|hd|od)(?: -\S{1,12}){0,4}$/;

function isOfSecret(text: string, from: number): boolean {
  const command = text.slice(Math.max(0, from - MAX_COMMAND * 2), Math.max(0, from - 1));
  const name = (DUMP_COMMAND.exec(command) ?? PIPED_VARIABLE.exec(command))?.[1] ?? "";
  return name !== "" && meaningOfKey(name)?.certainty === "strong";
}

function beginsDump(text: string, from: number): boolean {
  if (text.startsWith("0000000", from)) return ZERO_OFFSET.test(text.slice(from, from + 9));
  if (!text.startsWith("   ", from)) return false;
  return OD_COMMAND.test(text.slice(Math.max(0, from - MAX_COMMAND), Math.max(0, from - 1)));
}

function lineAt(text: string, from: number) {
  const start = endAt(OFFSET, text, from);
  const hex = matchAt(HEX_COLUMNS, text, start)?.[0];
  const shown = hex ?? matchAt(CHARACTER_COLUMNS, text, start)?.[0];
  if (shown === undefined) return null;
  const next = endAt(LINE_END, text, start + shown.length);
  if (next === -1) return null;
  const end = next - (text[next - 1] === "\n" ? 1 : 0);
  // `hexdump` and `od` swap the bytes of each pair; `xxd` writes a colon and does not.
  const isSwapped = text[start - 1] !== ":" && /^ [0-9a-f]{4}(?![0-9a-f])/.test(shown);
  const bytes = hex === undefined ? ofCharacters(shown) : ofHex(hex, isSwapped);
  return { start: start + 1, end, bytes, next };
}

function ofHex(columns: string, isSwapped: boolean): string {
  const groups = columns.trim().split(/ +/);
  const bytes = groups.map((group) => Buffer.from(group, "hex"));
  return Buffer.concat(isSwapped ? bytes.map((pair) => pair.reverse()) : bytes).toString("latin1");
}

function ofCharacters(columns: string): string {
  const shown = (columns.match(/.{4}/g) ?? []).map((column) => column.trim());
  return shown.map((text) => ESCAPES[text] ?? (text.length === 1 ? text : " ")).join("");
}

/**
 * Corrections that rustc prints itself. Only help that keeps the meaning is used: a similar name, an
 * import, a borrow, `mut`, a clone, a conversion without loss. What would hide an error or panic
 * (`unwrap`, `todo!()`, an underscore) is not.
 */
import { wholeWords } from "../source/words.ts";
import type { View } from "../view.ts";

export interface Change {
  readonly path: string;
  readonly line: number;
  /** Null for a line that is put before this one. */
  readonly was: string | null;
  readonly now: string;
  /** What rustc says about it. */
  readonly because: string;
}

const KIND = [
  String.raw`an? [\w ]{1,60} with a similar name exists`,
  String.raw`there is an? [\w\x60 ]{1,80} with a similar name`,
  String.raw`consider importing this \w+`,
  "consider changing this to be mutable",
  String.raw`consider (?:mutably )?borrowing (?:here|the \w+)`,
  "consider cloning the value if the performance cost is acceptable",
  "change the type of the numeric literal",
  "try using a conversion method",
  "try wrapping the expression in `(?:Some|Ok)`",
  "remove this semicolon to return this value",
].join("|");
const HELP = new RegExp(`^help: ((?:${KIND}).{0,100}?):?$`);
/** The correction beside the marks, as older versions print it. */
const INLINE = new RegExp(
  `^\\s{0,8}\\|[ |]+(?:[-^]+ )?help: ((?:${KIND})).{0,60}: \`([^\`]{1,100})\`$`,
);
const REFUSED = /unwrap|expect|todo!|panic/;
const PLACE = /^\s*-->\s+([^\s:][^:]{0,250}\.rs):(\d{1,7}):(\d{1,5})$/;
const SHOWN = /^\s{0,6}(\d{1,6}) \| (.*)$/;
const ADDED = /^\s{0,6}(\d{1,6}) [+~] (.*)$/;
const REMOVED = /^\s{0,6}(\d{1,6}) - (.*)$/;
const PLUS_MARKS = /^\s{0,8}\| [ ]*[+~][+~ ]*$/;
const SEMICOLON = /^\s{0,8}\| +\^ help: add `;` here$/;
const MOVED = /^\s{0,8}\| ( *)-+ value moved here$/;
const NAMED = /^error(?:\[E\d{4}\])?: .{0,120}?`([A-Za-z_]\w{0,60})!?`/;

export function changesIn({ lines }: View): readonly Change[] {
  const reader = new HelpReader();
  for (const [at, text] of lines.entries()) reader.read(text, lines[at + 1] ?? "");
  return reader.found;
}

/** Reads the report line by line: each correction belongs to the place and the help before it. */
class HelpReader {
  readonly found: Change[] = [];
  readonly #shown = new Map<number, string>();
  #path = "";
  #typed = "";
  #isError = false;
  #help: string | null = null;
  #removed: { readonly line: number; readonly was: string } | null = null;
  #last = 0;

  read(text: string, next: string): void {
    if (/^(?:error|warning)(?:\[|:)/.test(text)) this.#start(text);
    if (/^(?:help|note): /.test(text)) this.#help = HELP.exec(text)?.[1] ?? null;
    const path = PLACE.exec(text)?.[1];
    if (path !== undefined && this.#help === null) this.#path = path;
    if (this.#path === "" || !this.#isError) return;
    const [, number, line = ""] = SHOWN.exec(text) ?? [];
    if (number !== undefined) this.#readShown(Number(number), line, next);
    this.#readInline(text);
    if (this.#help !== null) this.#readDifference(text, this.#help);
  }

  #start(text: string): void {
    this.#isError = text.startsWith("error");
    this.#typed = NAMED.exec(text)?.[1] ?? "";
    this.#help = null;
    this.#path = "";
    this.#shown.clear();
  }

  #readShown(line: number, text: string, next: string): void {
    const help = this.#help;
    this.#last = line;
    if (help?.startsWith("consider importing") && text.trimStart().startsWith("use ")) {
      this.#add(line, null, text, help);
    } else if (help !== null && PLUS_MARKS.test(next)) {
      this.#add(line, this.#shown.get(line) ?? withoutMarks(text, next), text, help);
    } else this.#shown.set(line, text);
    if (SEMICOLON.test(next)) this.#add(line, text, `${text};`, "a semicolon is missing");
  }

  #readInline(text: string): void {
    const was = this.#shown.get(this.#last);
    const [, said, meant] = INLINE.exec(text) ?? [];
    if (was === undefined) return;
    if (said !== undefined && meant !== undefined) {
      const from = said.includes("similar") ? this.#typed : meant.replace(/^(?:&mut |mut |&)/, "");
      const [at, ...more] = from === "" ? [] : wholeWords(was, from);
      if (at !== undefined && more.length === 0) {
        const now = was.slice(0, at) + meant + was.slice(at + from.length);
        this.#add(this.#last, was, now, said);
      }
    }
    const moved = MOVED.exec(text)?.[1]?.length;
    const name = moved === undefined ? undefined : /^\w+/.exec(was.slice(moved))?.[0];
    if (moved !== undefined && name === this.#typed) {
      const end = moved + name.length;
      const now = `${was.slice(0, end)}.clone()${was.slice(end)}`;
      this.#add(this.#last, was, now, `${name} is used again after it was moved here`);
    }
  }

  #readDifference(text: string, help: string): void {
    const [, gone, was = ""] = REMOVED.exec(text) ?? [];
    if (gone !== undefined) this.#removed = { line: Number(gone), was };
    const [, added, now = ""] = ADDED.exec(text) ?? [];
    if (added === undefined) return;
    const line = Number(added);
    const before = this.#removed?.line === line ? this.#removed.was : null;
    this.#add(line, before, now, help);
    this.#removed = null;
  }

  #add(line: number, was: string | null, now: string, because: string): void {
    if (REFUSED.test(now) && !REFUSED.test(was ?? "")) return;
    this.found.push({ path: this.#path, line, was, now, because });
  }
}

/** The line before what `+` marks was put in; the space after an added word is not marked. */
function withoutMarks(line: string, marks: string): string {
  const start = marks.indexOf("| ") + 2;
  const kept = [...line].filter((_, at) => marks.charAt(start + at) !== "+").join("");
  return kept.replace(/(\S) {2}(?=\S)/, "$1 ");
}

/**
 * Corrections that rustc prints itself. Only help that keeps the meaning is used: a similar name, an
 * import, a derive, a borrow, `mut`, a clone, a type, a conversion without loss. What would hide an
 * error or panic (`unwrap`, `todo!()`, an underscore) is not. A fault with several helps gets the
 * first; help that leaves a choice gets none.
 */
import type { View } from "../view.ts";
import { type Block, errorsIn, placeIn, type Report, type Shown, shownIn } from "./report.ts";

export interface Change {
  readonly path: string;
  readonly line: number;
  /** Null for a line that is put before this one. */
  readonly was: string | null;
  readonly now: string;
  /** Whether `was` is not shown: then the line must be the new text without some of its parts. */
  readonly isGrown?: true;
  /** What rustc says about it. */
  readonly because: string;
}

const KINDS = [
  String.raw`an? [\w ]{1,60} with a similar name exists`,
  "a similar name exists in the module",
  String.raw`there is an? [\w\x60 ]{1,80} with a similar name`,
  String.raw`consider importing (?:this|one of these) \w+`,
  "the following trait is implemented but not in scope; perhaps add a `use` for it",
  String.raw`trait \x60\w{1,60}\x60 which provides .{1,80} is implemented but not in scope`,
  "to make use of source file .{1,120} to declare the module",
  String.raw`consider annotating \x60.{1,60}\x60 with \x60#\[derive`,
  "consider (?:changing this to be|making this binding) mutable",
  "consider changing this to be a mutable reference",
  String.raw`consider (?:mutably )?borrowing (?:here|the \w+)`,
  "consider iterating over a slice of",
  "consider cloning the value if the performance cost is acceptable",
  "to force the (?:closure|async block) to take ownership of",
  "consider introducing a named lifetime parameter",
  "consider using the `'static` lifetime",
  "consider (?:further )?restricting type parameter",
  "consider giving `.{1,60}` an explicit type",
  "consider adding return type",
  "consider removing the borrow",
  "consider dereferencing the borrow",
  "add a `self` receiver parameter",
  "change the type of the numeric literal",
  String.raw`you can convert an? \x60\w{1,20}\x60 to an? \x60\w{1,20}\x60$`,
  "try using a conversion method",
  "try wrapping the expression in `(?:Some|Ok)`",
  "try adding a return type",
  "try adding a comma",
  "use a float literal",
  "use `!` to invoke the macro",
  String.raw`use \x60impl \w{1,60}\x60 to return an opaque type`,
  String.raw`use \x60\+= 1\x60 instead`,
  "use `(?:&&|\\|\\|)` to perform logical",
  "create an owned `String` from a string reference",
  "if you meant to write a (?:`str`|string) literal, use double quotes",
  "you might be missing a string literal to format with",
  "you might have meant to compare for equality",
  "you might have meant to introduce a new binding",
  "add `;` here",
  "remove this semicolon",
  "remove this `mut`",
].join("|");
const HELP = new RegExp(`^((?:${KINDS}).{0,200}?):?$`);
/** The correction beside the marks, as older versions print it. */
const INLINE = new RegExp(`(?:^|[-^ |])help: ((?:${KINDS})[^:]{0,100}?)(?:: \`(.{1,100})\`)?$`);
const REFUSED = /unwrap|expect|panic/;
/** A place that the author has to fill in. */
const PLACEHOLDER = /todo!|\/\*|: _ =/;
/** `i++` inside of an expression, which is offered beside the plain correction. */
const LONG_FORM = /\{ let tmp = /;
const ADDED = /^\s{0,6}(\d{1,6}) \+ ?(.*)$/;
const REMOVED = /^\s{0,6}(\d{1,6}) - ?(.*)$/;
const REPLACED = /^\s{0,6}(\d{1,6}) ?~ (.*)$/;
const PLUS_MARKS = /^ *[+~][+~ ]*$/;
const MOVED = /^( *)-+ value moved here$/;
const NAMED = /`([A-Za-z_]\w{0,60})!?`/;

export function changesIn(view: View): readonly Change[] {
  return errorsIn(view).flatMap((report) => {
    const found = changesOf(report);
    const isRefused = found.some(
      ({ was, now }) => PLACEHOLDER.test(now) || (REFUSED.test(now) && !REFUSED.test(was ?? "")),
    );
    return isRefused ? [] : found;
  });
}

function changesOf(report: Report): readonly Change[] {
  const [main, ...blocks] = report.blocks;
  const shown = main === undefined ? [] : shownIn(main);
  const first = shown.flatMap((one) => inlineChange(one, report) ?? [])[0];
  if (first !== undefined) return [first];
  const texts = new Map(shown.map(({ line, text }) => [line, text]));
  for (const block of blocks) {
    const because = block.kind === "help" ? HELP.exec(block.title)?.[1] : undefined;
    const found = because === undefined ? [] : changesOfBlock(block, because, report.path, texts);
    if (found.length > 0) return isChoice(found) ? [] : found;
  }
  return shown.flatMap((one) => movedValue(one, report) ?? []).slice(0, 1);
}

/** Two imports, or two texts for one line, are alternatives. */
function isChoice(found: readonly Change[]): boolean {
  const imports = found.filter(({ was, now }) => was === null && /^\s*use /.test(now));
  const lines = found.flatMap(({ was, line }) => (was === null ? [] : [line]));
  return imports.length > 1 || new Set(lines).size < lines.length;
}

function inlineChange({ line, text, under }: Shown, { path }: Report): Change | null {
  for (const label of under) {
    const [whole, because, meant] = INLINE.exec(label) ?? [];
    if (whole === undefined || because === undefined) continue;
    const help = label.lastIndexOf("help: ");
    const beside = /([-^~])\1* $/.exec(label.slice(0, help));
    const start = beside?.index ?? help;
    const marks = beside === null ? under.find((one) => /[-^~]/.test(one.charAt(help))) : label;
    const length = /^([-^~])\1*/.exec((marks ?? "").slice(start))?.[0].length ?? 0;
    const now = edited(text, start, length, because, meant);
    if (now !== null && now !== text)
      return { path, line, was: text, now, because: reason(because) };
  }
  return null;
}

/** Help that names no text says in its words what to do. */
function edited(
  text: string,
  start: number,
  length: number,
  because: string,
  meant: string | undefined,
): string | null {
  const before = text.slice(0, start);
  const [, operator] = /^use `(&&|\|\|)`/.exec(because) ?? [];
  if (because.startsWith("add `;`")) return `${before};${text.slice(start)}`;
  if (because.startsWith("remove this")) return before + text.slice(start + length);
  if (operator !== undefined) return before + operator + text.slice(start + length);
  if (meant === undefined) return null;
  if (because.startsWith("try adding a return type")) {
    return `${before.trimEnd()} ${meant} ${text.slice(start).trimStart()}`;
  }
  const isInserted = meant.startsWith(".") || meant === ",";
  return before + meant + text.slice(isInserted ? start : start + length);
}

function reason(because: string): string {
  return because.startsWith("add `;`") ? "a semicolon is missing" : because;
}

/** The lines of a help as they should be, by their marks. */
function changesOfBlock(
  block: Block,
  because: string,
  main: string,
  texts: ReadonlyMap<number, string>,
): readonly Change[] {
  const path = placeIn(block)?.path ?? main;
  const marked = shownIn(block).flatMap(({ line, text, under }): Change[] => {
    const marks = under[0] ?? "";
    if (PLUS_MARKS.test(marks)) {
      const was = texts.get(line);
      const before = was === undefined ? ({ was: "", isGrown: true } as const) : { was };
      return [{ path, line, ...before, now: text, because }];
    }
    // Older versions show a new line without a mark.
    const isNew =
      !block.lines.some((one) => ADDED.test(one)) && /^\s*(?:use |#\[derive)/.test(text);
    return isNew ? [{ path, line, was: null, now: text, because }] : [];
  });
  const found = [...marked, ...differences(block, because, path)];
  return found.filter(({ now }) => !LONG_FORM.test(now));
}

function differences({ lines }: Block, because: string, path: string): readonly Change[] {
  const found: Change[] = [];
  let removed: { readonly line: number; readonly was: string } | null = null;
  let inserted = 0;
  for (const text of lines) {
    const [, gone, was = ""] = REMOVED.exec(text) ?? [];
    if (gone !== undefined) removed = { line: Number(gone), was };
    const [, grown, whole = ""] = REPLACED.exec(text) ?? [];
    if (grown !== undefined) {
      found.push({ path, line: Number(grown), was: "", now: whole, isGrown: true, because });
    }
    const [, added, now = ""] = ADDED.exec(text) ?? [];
    if (added === undefined) continue;
    const line = Number(added);
    if (removed?.line === line) found.push({ path, line, was: removed.was, now, because });
    else {
      // The numbers count the lines that were put in before.
      found.push({ path, line: line - inserted, was: null, now, because });
      inserted += 1;
    }
    removed = null;
  }
  return found;
}

function movedValue({ line, text, under }: Shown, { path, message }: Report): Change | null {
  const moved = under.flatMap((label) => MOVED.exec(label)?.[1]?.length ?? [])[0];
  const name = moved === undefined ? undefined : /^\w+/.exec(text.slice(moved))?.[0];
  if (moved === undefined || name === undefined || name !== NAMED.exec(message)?.[1]) return null;
  const end = moved + name.length;
  const now = `${text.slice(0, end)}.clone()${text.slice(end)}`;
  return { path, line, was: text, now, because: `${name} is used again after it was moved here` };
}

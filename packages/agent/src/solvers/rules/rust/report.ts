/** What rustc prints about one fault: a message, the places with their marks, then help and notes. */
import type { View } from "../view.ts";

const START = /^(error|warning)(?:\[(E\d{4})\])?: (.{1,600})$/;
const BLOCK = /^(help|note): (.{1,600})$/;
const PLACE = /^\s{0,8}-->\s+([^\s:][^:]{0,250}\.(?:rs|toml))(?::(\d{1,7}):(\d{1,5}))?$/;
const SHOWN = /^\s{0,6}(\d{1,6})\s{0,6}\| ?(.*)$/;
const UNDER = /^\s{0,12}\| ?(.*)$/;

export interface Block {
  /** Empty for the message itself. */
  readonly kind: "" | "help" | "note";
  readonly title: string;
  readonly lines: readonly string[];
}

export interface Report {
  readonly isError: boolean;
  /** Empty where rustc has no number for it. */
  readonly code: string;
  readonly message: string;
  readonly path: string;
  readonly line: number;
  readonly blocks: readonly Block[];
}

/** A line of the source as it is shown, and what stands below it in the same columns. */
export interface Shown {
  readonly line: number;
  readonly text: string;
  readonly under: readonly string[];
}

/** Every message that names a place. */
export function reportsIn({ lines }: View): readonly Report[] {
  const starts = lines.flatMap((text, at) => (START.test(text) ? [at] : []));
  return starts.flatMap((at, index): Report[] => {
    const [, level, code = "", message = ""] = START.exec(lines[at] ?? "") ?? [];
    const end = lines.findIndex((text, number) => number > at && text.trim() === "");
    const next = Math.min(starts[index + 1] ?? lines.length, end === -1 ? lines.length : end);
    const blocks = blocksOf(lines.slice(at + 1, next));
    const place = placeIn(blocks[0]);
    return place === null ? [] : [{ isError: level === "error", code, message, ...place, blocks }];
  });
}

export function errorsIn(view: View): readonly Report[] {
  return reportsIn(view).filter(({ isError }) => isError);
}

function blocksOf(lines: readonly string[]): readonly Block[] {
  const blocks: { kind: Block["kind"]; title: string; lines: string[] }[] = [];
  let last = { kind: "" as Block["kind"], title: "", lines: [] as string[] };
  blocks.push(last);
  for (const text of lines) {
    const [, kind, title = ""] = BLOCK.exec(text) ?? [];
    if (kind === undefined) last.lines.push(text);
    else {
      last = { kind: kind === "help" ? "help" : "note", title, lines: [] };
      blocks.push(last);
    }
  }
  return blocks;
}

/** The place that a block names first. */
export function placeIn(block: Block | undefined): { path: string; line: number } | null {
  for (const text of block?.lines ?? []) {
    const [, path, line] = PLACE.exec(text) ?? [];
    if (path !== undefined) return { path, line: Number(line ?? 0) };
  }
  return null;
}

/** The lines of the source in a block; those of other files, after `:::`, are left out. */
export function shownIn({ lines }: Block): readonly Shown[] {
  const other = lines.findIndex((text) => /^\s{0,8}:::/.test(text));
  const found: { line: number; text: string; under: string[] }[] = [];
  for (const text of other === -1 ? lines : lines.slice(0, other)) {
    const [, number, shown = ""] = SHOWN.exec(text) ?? [];
    const under = UNDER.exec(text)?.[1];
    if (number !== undefined) found.push({ line: Number(number), text: shown, under: [] });
    else if (under !== undefined) found.at(-1)?.under.push(under);
  }
  return found;
}

/** What rustc writes beside its marks of the reported place, as in `^^^ expected u32, found u64`. */
export function labelOf({ blocks: [main], line }: Report): string {
  const here = main === undefined ? [] : shownIn(main).filter((shown) => shown.line === line);
  for (const under of here.flatMap((shown) => shown.under)) {
    const label = /\^ ([^^]{2,300})$/.exec(under)?.[1];
    if (label !== undefined && !/[-^|]{2}/.test(label)) return label;
  }
  return "";
}

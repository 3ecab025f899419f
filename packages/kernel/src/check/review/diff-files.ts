/**
 * Which lines of which files a unified diff shows.
 *
 * A review may refer to these lines only. They are those of the new side; of a file that is removed,
 * those of the old side. A hunk is read by the counts in its header, so that a line of it that looks
 * like a header is none. The time is linear in the length of the diff.
 */
import { accept, type Result, refuse } from "../../refusal.ts";
import { NO_FILE, namedTwice, readPath, withoutPrefix } from "./diff-path.ts";
import { type DiffFile, type LineRange, mergeRanges } from "./line-ranges.ts";

export const MAX_DIFF_FILES = 500;
/** Of all files together. */
export const MAX_DIFF_RANGES = 2_000;
export const MAX_DIFF_PATH = 500;
export const MAX_DIFF_LINE = 100_000_000;
/** More than any document can have. */
export const MAX_DIFF_LENGTH = 1_000_000;

const HUNK = /^@@ -([0-9]{1,8})(?:,([0-9]{1,8}))? \+([0-9]{1,8})(?:,([0-9]{1,8}))? @@/;

/** One file while it is read. */
interface Section {
  /** What `diff --git` says, or empty. */
  readonly named: string;
  movedTo: string | null;
  before: string | null;
  after: string | null;
  readonly ranges: LineRange[];
}

export function diffFiles(diff: string): Result<readonly DiffFile[]> {
  if (diff.length > MAX_DIFF_LENGTH) return malformed(`more than ${MAX_DIFF_LENGTH} characters`);
  const lines = diff.split("\n");
  const sections: Section[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lineAt(lines, at);
    const section = sections.at(-1);
    if (line.startsWith("@@ ")) {
      const end = section?.after ? readHunk(lines, at, section) : null;
      if (end === null) return malformed(`line ${at + 1} does not begin a whole hunk of a file`);
      at = end;
    } else if (/^(?:diff --(?:cc|combined) |@@@ )/.test(line)) {
      return malformed("expected a diff of two sides, got one of a merge");
    } else if (line.startsWith("diff --git ")) {
      sections.push(sectionOf(line.slice("diff --git ".length)));
    } else if (line.startsWith("--- ") && lineAt(lines, at + 1).startsWith("+++ ")) {
      if (!readNames(sections, line, lineAt(lines, at + 1))) return badName(at);
      at += 1;
    } else if (section !== undefined && /^(?:rename|copy) to /.test(line)) {
      section.movedTo = readPath(line.slice(line.indexOf(" to ") + " to ".length));
      if (section.movedTo === null) return badName(at);
    }
  }
  return collected(sections);
}

function sectionOf(named: string): Section {
  return { named, movedTo: null, before: null, after: null, ranges: [] };
}

/** Without the end that Windows gives to lines. */
function lineAt(lines: readonly string[], at: number): string {
  const line = lines[at] ?? "";
  return line.endsWith("\r") ? line.slice(0, -1) : line;
}

/** A diff without `diff --git` begins a file with its names. */
function readNames(sections: Section[], minus: string, plus: string): boolean {
  const before = readPath(minus.slice("--- ".length));
  const after = readPath(plus.slice("+++ ".length));
  if (before === null || after === null) return false;
  let section = sections.at(-1);
  if (section === undefined || section.after !== null) {
    section = sectionOf("");
    sections.push(section);
  }
  ({ before: section.before, after: section.after } = withoutPrefix(before, after));
  return section.after !== "";
}

/** The last line of the hunk, or null if it is not whole. */
function readHunk(lines: readonly string[], at: number, section: Section): number | null {
  const [, oldFirst, oldCount = "1", newFirst, newCount = "1"] = HUNK.exec(lines[at] ?? "") ?? [];
  if (oldFirst === undefined || newFirst === undefined) return null;
  const isRemoved = section.after === NO_FILE;
  const range = isRemoved
    ? rangeOf(Number(oldFirst), Number(oldCount))
    : rangeOf(Number(newFirst), Number(newCount));
  if (range === null) return null;
  const end = endOfHunk(lines, at + 1, Number(oldCount), Number(newCount));
  if (end === null || isHunkLine(lines[end])) return null;
  section.ranges.push(range);
  return end - 1;
}

/** Where nothing is left, git names the line before: a review may refer to it. */
function rangeOf(first: number, count: number): LineRange | null {
  if (count === 0) return [Math.max(first, 1), Math.max(first, 1)];
  return first === 0 ? null : [first, first + count - 1];
}

/** The line after the hunk. */
function endOfHunk(
  lines: readonly string[],
  start: number,
  oldCount: number,
  newCount: number,
): number | null {
  let [old, now, at] = [oldCount, newCount, start];
  for (; old > 0 || now > 0; at += 1) {
    const line = lines[at];
    if (line === undefined) return null;
    if (line.startsWith("\\")) continue;
    // Some editors and mail programs remove the space of an empty line.
    const isBoth = line.startsWith(" ") || line === "" || line === "\r";
    if (!isBoth && !line.startsWith("+") && !line.startsWith("-")) return null;
    if (!line.startsWith("+")) old -= 1;
    if (!line.startsWith("-")) now -= 1;
    if (old < 0 || now < 0) return null;
  }
  return at;
}

/** A line of a hunk where there should be none: its header counts too few. */
function isHunkLine(line: string | undefined): boolean {
  return line !== undefined && /^(?:\+(?!\+\+ )|-(?!-[- ]))/.test(line);
}

function collected(sections: readonly Section[]): Result<readonly DiffFile[]> {
  const files = new Map<string, LineRange[]>();
  let count = 0;
  for (const section of sections) {
    const path = pathOf(section);
    if (path === null || path === "" || path.length > MAX_DIFF_PATH) {
      return malformed(`expected names of 1 to ${MAX_DIFF_PATH} characters`);
    }
    count += section.ranges.length;
    if (count > MAX_DIFF_RANGES) return malformed(`more than ${MAX_DIFF_RANGES} hunks`);
    const ranges = files.get(path);
    if (ranges === undefined) files.set(path, [...section.ranges]);
    else ranges.push(...section.ranges);
    if (files.size > MAX_DIFF_FILES) return malformed(`more than ${MAX_DIFF_FILES} files`);
  }
  if (files.size === 0) return malformed("expected a unified diff of at least one file");
  return accept([...files].map(([path, ranges]) => ({ path, ranges: mergeRanges(ranges) })));
}

function pathOf({ named, movedTo, before, after }: Section): string | null {
  if (after !== null) return after === NO_FILE ? before : after;
  return movedTo ?? namedTwice(named);
}

function badName(at: number): Result<readonly DiffFile[]> {
  return malformed(`the name of a file in line ${at + 1} is not well-formed`);
}

function malformed(problem: string): Result<readonly DiffFile[]> {
  return refuse({ code: "malformed_terms", field: "diff", problem });
}

/**
 * The journal of one commit: JSON lines, each on the disk before what it announces is done.
 *
 * `staging` names the temporary files; `begun` follows the whole plan; `committed` is the moment
 * from which the commit stands; `finished` says that the backups are in place. `opening`,
 * `undoing` and `taken_back` are the way back. A line that a crash cut off was never acted upon.
 */
import {
  closeSync,
  fstatSync,
  fsyncSync,
  openSync,
  readFileSync,
  readSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { errorCode } from "../error-code.ts";
import type { CommitPlan, DirectoryOperation, LateTouch, Operation } from "./operation.ts";
import type { RawPath } from "./raw-path.ts";

export type JournalLine =
  | { readonly is: "staging"; readonly temporary: readonly RawPath[] }
  | { readonly is: "operation"; readonly operation: Operation }
  | { readonly is: "directory"; readonly directory: DirectoryOperation }
  | { readonly is: "late_touch"; readonly lateTouch: LateTouch }
  | { readonly is: "begun" }
  | { readonly is: "committed"; readonly atNs: bigint }
  | { readonly is: "finished" }
  | { readonly is: "opening" }
  | { readonly is: "undoing"; readonly untouched: readonly RawPath[] }
  | { readonly is: "taken_back" };

export type Stage = Exclude<JournalLine["is"], "operation" | "directory" | "late_touch">;

export interface Journal extends CommitPlan {
  /** The last stage that was announced; null for a journal that was never begun. */
  readonly stage: Stage | null;
  readonly temporary: readonly RawPath[];
  readonly committedAtNs: bigint | null;
  /** Directories that nobody else changed between commit and undo: their time goes back too. */
  readonly untouched: readonly RawPath[] | null;
}

const JOURNAL = "journal.jsonl";
const PRIVATE = 0o600;

export function appendJournal(commitDirectory: string, lines: readonly JournalLine[]): void {
  const file = openSync(join(commitDirectory, JOURNAL), "a", PRIVATE);
  try {
    writeAll(file, Buffer.from(lines.map((line) => `${encode(line)}\n`).join("")));
    // Lost with the power, `finished` is only said again.
    if (lines.some(({ is }) => is !== "finished")) fsyncSync(file);
  } finally {
    closeSync(file);
  }
  if (lines.some(({ is }) => is === "staging")) syncNames(commitDirectory);
}

/** The journal's own name, and that of its directory, must survive as well. */
function syncNames(commitDirectory: string): void {
  for (const path of [commitDirectory, dirname(commitDirectory)]) {
    const directory = openSync(path, "r");
    try {
      fsyncSync(directory);
    } finally {
      closeSync(directory);
    }
  }
}

function writeAll(file: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.length; ) {
    written += writeSync(file, bytes, written);
  }
}

/** Written first: even a temporary file moves the time of the directory it is made in. */
export function stagingLines(plan: CommitPlan, temporary: readonly RawPath[]): JournalLine[] {
  const directories = plan.directories.map((directory) => ({
    is: "directory" as const,
    directory,
  }));
  return [...directories, { is: "staging", temporary }];
}

export function planLines(plan: CommitPlan): JournalLine[] {
  return [
    ...plan.operations.map((operation) => ({ is: "operation" as const, operation })),
    ...plan.lateTouches.map((lateTouch) => ({ is: "late_touch" as const, lateTouch })),
  ];
}

export function readJournal(commitDirectory: string): Journal {
  const lines = readLines(join(commitDirectory, JOURNAL));
  const stages = lines.map(({ is }) => is).filter((is): is is Stage => !PLANNED.has(is));
  return {
    stage: stages.at(-1) ?? null,
    temporary: lines.flatMap((line) => (line.is === "staging" ? line.temporary : [])),
    operations: lines.flatMap((line) => (line.is === "operation" ? [line.operation] : [])),
    directories: lines.flatMap((line) => (line.is === "directory" ? [line.directory] : [])),
    lateTouches: lines.flatMap((line) => (line.is === "late_touch" ? [line.lateTouch] : [])),
    committedAtNs: lines.find((line) => line.is === "committed")?.atNs ?? null,
    untouched: lines.find((line) => line.is === "undoing")?.untouched ?? null,
  };
}

const TAIL_BYTES = 4_096;

/** From the end of the file alone; null when that holds no stage. */
export function lastStage(commitDirectory: string): Stage | null {
  const text = readEnd(join(commitDirectory, JOURNAL));
  const [line = ""] = text.split("\n").slice(-2);
  // A line that begins before the part we read is a long one: no stage that ends a commit is.
  if (!line.startsWith("{") || !text.endsWith("\n")) return null;
  const { is } = decode(line);
  return PLANNED.has(is) ? null : (is as Stage);
}

function readEnd(path: string): string {
  let file: number;
  try {
    file = openSync(path, "r");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return "";
    throw error;
  }
  try {
    const { size } = fstatSync(file);
    const tail = Buffer.alloc(Math.min(size, TAIL_BYTES));
    readSync(file, tail, 0, tail.length, size - tail.length);
    return tail.toString("utf8");
  } finally {
    closeSync(file);
  }
}

const PLANNED: ReadonlySet<string> = new Set(["operation", "directory", "late_touch"]);

function readLines(path: string): JournalLine[] {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return [];
    throw error;
  }
  // Without its line end the last line was never finished, nor acted upon.
  return text.split("\n").slice(0, -1).map(decode);
}

// No text in a journal looks like this: paths begin with a slash, attributes with 0x.
const BIG = /^\d+n$/;

function encode(line: JournalLine): string {
  return JSON.stringify(line, (_, value: unknown) =>
    typeof value === "bigint" ? `${value}n` : value,
  );
}

function decode(line: string): JournalLine {
  return JSON.parse(line, (_, value: unknown) =>
    typeof value === "string" && BIG.test(value) ? BigInt(value.slice(0, -1)) : value,
  ) as JournalLine;
}

/**
 * The journal of one commit: JSON lines, each on the disk before the step it announces.
 *
 * `made` says where it was made; `staging` names the temporary files; `begun` follows the whole
 * plan; from `committed` on the commit stands; `finished` says that the backups are in place.
 * `opening`, `undoing` and `taken_back` belong to the way back, which may leave some names as they
 * are. A line that a crash cut off was never carried out.
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
import { asRaw, parentPath, type RawPath } from "../disk/raw-path.ts";
import { syncDirectory } from "../disk/sync-directory.ts";
import { errorCode } from "../error-code.ts";
import type { CommitPlan, DirectoryOperation, LateTouch, Operation } from "./operation.ts";
import { asFound, type Undoing } from "./undoing.ts";

/** What is shown of a commit. */
export interface Made {
  readonly atMs: number;
  /** The working directory that it was made in. */
  readonly directory: RawPath;
  readonly changes: number;
  /** The command, if the caller gave it. */
  readonly command: string | null;
}

/** A name whose old entry came back as a copy, and the inode it has now. */
export interface CopiedBack {
  readonly path: RawPath;
  readonly ino: bigint;
}

export type JournalLine =
  | { readonly is: "made"; readonly made: Made }
  | { readonly is: "staging"; readonly temporary: readonly RawPath[] }
  | { readonly is: "operation"; readonly operation: Operation }
  | { readonly is: "directory"; readonly directory: DirectoryOperation }
  | { readonly is: "late_touch"; readonly lateTouch: LateTouch }
  | { readonly is: "begun" }
  | { readonly is: "committed"; readonly atNs: bigint }
  /** `keptBytes`: what its backups take up. */
  | { readonly is: "finished"; readonly keptBytes?: bigint }
  | { readonly is: "opening" }
  | ({ readonly is: "undoing" } & Undoing)
  | { readonly is: "copied_back"; readonly copy: CopiedBack }
  /** Someone else had taken the name: its old entry is still in the backup. */
  | { readonly is: "name_taken"; readonly path: RawPath }
  /** `atNs`: a time after which nothing was put back. `keptBytes`: as in `finished`. */
  | { readonly is: "taken_back"; readonly atNs: bigint; readonly keptBytes?: bigint };

const FACTS = [
  ...(["made", "operation", "directory", "late_touch"] as const),
  ...(["copied_back", "name_taken"] as const),
] as const;
type Fact = (typeof FACTS)[number];
export type Stage = Exclude<JournalLine["is"], Fact>;

export interface Journal extends CommitPlan {
  /** The last stage that was announced; null for a journal that was never begun. */
  readonly stage: Stage | null;
  readonly temporary: readonly RawPath[];
  readonly committedAtNs: bigint | null;
  readonly keptBytes: bigint;
  readonly takenBackAtNs: bigint | null;
  /** Null unless it was being undone. Operations and directories are as it found them. */
  readonly undoing: Undoing | null;
  readonly copiedBack: readonly CopiedBack[];
  readonly namesTaken: readonly RawPath[];
}

const JOURNAL = "journal.jsonl";
const PRIVATE = 0o600;

export function appendJournal(commitDirectory: string, lines: readonly JournalLine[]): void {
  const file = openSync(join(commitDirectory, JOURNAL), "a", PRIVATE);
  try {
    writeAll(file, Buffer.from(lines.map((line) => `${encode(line)}\n`).join("")));
    // If a power cut loses `finished`, it is written again.
    if (lines.some(({ is }) => is !== "finished")) fsyncSync(file);
  } finally {
    closeSync(file);
  }
  if (lines.some(({ is }) => is === "staging")) syncNames(commitDirectory);
}

/** The journal's own name and its directory must survive too. */
function syncNames(commitDirectory: string): void {
  for (const path of [commitDirectory, dirname(commitDirectory)]) syncDirectory(path);
}

function writeAll(file: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.length; ) {
    written += writeSync(file, bytes, written);
  }
}

/** Written first: even a temporary file changes the time of its directory. */
export function stagingLines(
  made: Made,
  plan: CommitPlan,
  temporary: readonly RawPath[],
): JournalLine[] {
  const directories = plan.directories.map((directory) => ({
    is: "directory" as const,
    directory,
  }));
  return [madeLine(made), ...directories, { is: "staging", temporary }];
}

export function planLines(plan: CommitPlan): JournalLine[] {
  return [
    ...plan.operations.map((operation) => ({ is: "operation" as const, operation })),
    ...plan.lateTouches.map((lateTouch) => ({ is: "late_touch" as const, lateTouch })),
  ];
}

export function readJournal(commitDirectory: string): Journal {
  const lines = readLines(join(commitDirectory, JOURNAL));
  const stages = lines.map(({ is }) => is).filter(isStage);
  const undoing = lines.find((line) => line.is === "undoing") ?? null;
  const planned = {
    operations: lines.flatMap((line) => (line.is === "operation" ? [line.operation] : [])),
    directories: lines.flatMap((line) => (line.is === "directory" ? [line.directory] : [])),
  };
  return {
    ...(undoing === null ? planned : asFound(planned, undoing)),
    stage: stages.at(-1) ?? null,
    temporary: lines.flatMap((line) => (line.is === "staging" ? line.temporary : [])),
    lateTouches: lines.flatMap((line) => (line.is === "late_touch" ? [line.lateTouch] : [])),
    undoing,
    committedAtNs: lines.find((line) => line.is === "committed")?.atNs ?? null,
    keptBytes: lines.findLast((line) => line.is === "finished")?.keptBytes ?? 0n,
    takenBackAtNs: lines.findLast((line) => line.is === "taken_back")?.atNs ?? null,
    copiedBack: lines.flatMap((line) => (line.is === "copied_back" ? [line.copy] : [])),
    namesTaken: lines.flatMap((line) => (line.is === "name_taken" ? [line.path] : [])),
  };
}

const TAIL_BYTES = 4_096;
/** Room for the longest path, each byte of it escaped, and the longest command. */
const HEAD_BYTES = 65_536;
const MAX_COMMAND_CHARACTERS = 1_000;
/** Prefix of a command, which could look like a number; see `BIG`. */
const PROMPT = "$ ";
const NANOSECONDS_PER_MS = 1_000_000n;

/** From the end of the file alone; null when that holds no stage. */
export function lastStage(commitDirectory: string): Stage | null {
  const is = lastLine(commitDirectory)?.is;
  return is !== undefined && isStage(is) ? is : null;
}

/** What the backups of an ended commit take up, from the end of its journal alone. */
export function keptBytes(commitDirectory: string): bigint {
  const line = lastLine(commitDirectory);
  return line?.is === "finished" || line?.is === "taken_back" ? (line.keptBytes ?? 0n) : 0n;
}

function lastLine(commitDirectory: string): JournalLine | null {
  const text = readPart(join(commitDirectory, JOURNAL), "end");
  const [line = ""] = text.split("\n").slice(-2);
  // A line that begins before this part is too long to be a final stage.
  return line.startsWith("{") && text.endsWith("\n") ? decode(line) : null;
}

/** From the start of the file alone, unless it does not say. */
export function readMade(commitDirectory: string): Made {
  const [line = "", rest] = readPart(join(commitDirectory, JOURNAL), "start").split("\n", 2);
  const first = rest === undefined ? null : decode(line);
  if (first?.is !== "made") return reconstructedMade(readJournal(commitDirectory));
  const { command } = first.made;
  return { ...first.made, command: command?.slice(PROMPT.length) ?? null };
}

function reconstructedMade({ committedAtNs, operations }: Journal): Made {
  const [first] = operations;
  return {
    atMs: msOf(committedAtNs ?? 0n),
    directory: parentPath(first?.path ?? asRaw("/")),
    changes: operations.length,
    command: null,
  };
}

export function msOf(timeNs: bigint): number {
  return Number(timeNs / NANOSECONDS_PER_MS);
}

export function nsOf(timeMs: number): bigint {
  return BigInt(timeMs) * NANOSECONDS_PER_MS;
}

function madeLine(made: Made): JournalLine {
  const command = made.command && `${PROMPT}${made.command.slice(0, MAX_COMMAND_CHARACTERS)}`;
  return { is: "made", made: { ...made, command } };
}

function readPart(path: string, which: "start" | "end"): string {
  let file: number;
  try {
    file = openSync(path, "r");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return "";
    throw error;
  }
  try {
    const { size } = fstatSync(file);
    const part = Buffer.alloc(Math.min(size, which === "end" ? TAIL_BYTES : HEAD_BYTES));
    readSync(file, part, 0, part.length, which === "end" ? size - part.length : 0);
    return part.toString("utf8");
  } finally {
    closeSync(file);
  }
}

const FACT_NAMES: ReadonlySet<string> = new Set(FACTS);

function isStage(is: JournalLine["is"]): is is Stage {
  return !FACT_NAMES.has(is);
}

function readLines(path: string): JournalLine[] {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return [];
    throw error;
  }
  // A last line without its end was never finished or carried out.
  return text.split("\n").slice(0, -1).map(decode);
}

// No other text looks like this: paths begin with a slash, attributes with 0x, commands with a
// prefix.
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

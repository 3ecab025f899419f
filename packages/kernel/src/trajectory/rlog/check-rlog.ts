/**
 * What is odd about an rlog that can be read. Warnings begin with W, hints with I; neither makes
 * the file invalid.
 */
import { parseUtcTime } from "../utc-time.ts";
import type { Rlog, RlogHeader, RlogLine } from "./rlog.ts";

export type RlogCode =
  | "W001"
  | "W002"
  | "W003"
  | "W004"
  | "W005"
  | "W006"
  | "W007"
  | "W008"
  | "W009"
  | "I001"
  | "I002"
  | "I003"
  | "I004";

export interface RlogNote {
  readonly code: RlogCode;
  /** Counted from 1; 1 for the header. */
  readonly line: number;
  readonly note: string;
}

/** A longer log is expected to say where the session begins. */
const LINES_WITHOUT_START = 50;
const MIN_BLOB_DIGITS = 6;

export function checkRlog({ header, lines }: Rlog): readonly RlogNote[] {
  return [
    ...headerNotes(header),
    ...lines.flatMap(lineNotes),
    ...stepNotes(lines),
    ...callNotes(lines),
    ...sessionNotes(lines),
  ];
}

function headerNotes({ format, repoSha, fields }: RlogHeader): readonly RlogNote[] {
  const notes: RlogNote[] = [];
  const add = (code: RlogCode, note: string): void => {
    notes.push({ code, line: 1, note });
  };
  if (!/^rlog\/1(?:\.0)?$/.test(format)) add("W008", "the version is neither 1 nor 1.0");
  if (!/^[0-9a-fA-F]{6,40}$/.test(repoSha)) add("W009", "repo_sha is not 6 to 40 hex digits");
  if (fields.get("mode") === "auto" && !fields.has("sandbox_id")) {
    add("I003", "mode auto without a sandbox_id");
  }
  if (!fields.has("runner")) add("I004", "no runner");
  return notes;
}

function lineNotes({ kind, number: line, text, result, attributes }: RlogLine): RlogNote[] {
  const notes: RlogNote[] = [];
  if (kind === "unknown") notes.push({ code: "W003", line, note: "unknown line" });
  const ts = attributes.get("ts");
  // Where no zone is given, UTC is meant.
  if (ts !== undefined && parseUtcTime(/Z$/.test(ts) ? ts : `${ts}Z`) === null) {
    notes.push({ code: "W005", line, note: "ts is not an ISO 8601 time" });
  }
  for (const [, digits = ""] of `${text} ${result ?? ""}`.matchAll(/@blob sha256=([0-9a-f]*)/g)) {
    if (digits.length < MIN_BLOB_DIGITS) {
      notes.push({ code: "W006", line, note: "the hash of a blob has fewer than 6 digits" });
    }
  }
  return notes;
}

function stepNotes(lines: readonly RlogLine[]): readonly RlogNote[] {
  const notes: RlogNote[] = [];
  let last = 0;
  for (const { number: line, attributes } of lines) {
    const text = attributes.get("step");
    if (text === undefined || !/^\d{1,9}$/.test(text)) continue;
    const step = Number(text);
    if (step < last) notes.push({ code: "W004", line, note: `step ${step} after ${last}` });
    last = step;
  }
  return notes;
}

function callNotes(lines: readonly RlogLine[]): readonly RlogNote[] {
  const notes: RlogNote[] = [];
  const seen = new Set<string>();
  const open = new Map<string, number>();
  for (const { kind, number: line, attributes } of lines) {
    const id = attributes.get("id") ?? "";
    if (kind === "tool_progress" && !seen.has(id)) {
      notes.push({ code: "W001", line, note: "progress of an unknown id" });
    }
    if (kind === "observation" && !seen.has(id)) {
      notes.push({ code: "W002", line, note: "observation of an unknown id" });
    }
    if (kind === "tool" || kind === "observation") open.delete(id);
    if (kind === "tool_start") open.set(id, line);
    if (kind === "tool" || kind === "tool_start" || kind === "mcp") seen.add(id);
  }
  const unfinished = [...open.values()].map(
    (line): RlogNote => ({ code: "W007", line, note: "a tool was started and never finished" }),
  );
  return [...notes, ...unfinished];
}

function sessionNotes(lines: readonly RlogLine[]): readonly RlogNote[] {
  const lifecycle = (name: string): RlogLine | undefined =>
    lines.find((line) => line.kind === "lifecycle" && line.name === name);
  const start = lifecycle("start");
  if (start === undefined) {
    return lines.length > LINES_WITHOUT_START
      ? [{ code: "I001", line: 1, note: "more than 50 lines without @start" }]
      : [];
  }
  if (lifecycle("end") !== undefined) return [];
  return [{ code: "I002", line: start.number, note: "@start without @end" }];
}

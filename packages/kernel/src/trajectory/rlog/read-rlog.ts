/** rlog/1 from its text. Only a header that cannot be read is refused: unknown lines are kept. */
import { accept, type Refused, type Result, refuse } from "../../refusal.ts";
import { MAX_REPLAY_LENGTH, MAX_REPLAY_LINE_LENGTH, MAX_REPLAY_LINES } from "../limits.ts";
import { readRlogHeader } from "./read-rlog-header.ts";
import { ARROW, type Rlog, type RlogKind, type RlogLine } from "./rlog.ts";

const FENCE = "---";

export function readRlog(text: string): Result<Rlog> {
  if (text.length > MAX_REPLAY_LENGTH) return tooMuch(0, `${MAX_REPLAY_LENGTH} characters`);
  const rows = text.split("\n", MAX_REPLAY_LINES + 1).map(withoutReturn);
  if (rows.length > MAX_REPLAY_LINES) return tooMuch(rows.length, `${MAX_REPLAY_LINES} lines`);
  const long = rows.findIndex((row) => row.length > MAX_REPLAY_LINE_LENGTH);
  if (long !== -1) return tooMuch(long + 1, `${MAX_REPLAY_LINE_LENGTH} characters`);
  const close = rows.indexOf(FENCE, 1);
  if (rows[0] !== FENCE) return malformed(1, "expected --- as the first line");
  if (close === -1) return malformed(rows.length, "the header has no second ---");
  const header = readRlogHeader(rows.slice(1, close));
  return header.ok ? accept({ header: header.value, lines: readBody(rows, close + 1) }) : header;
}

function readBody(rows: readonly string[], from: number): readonly RlogLine[] {
  const lines: RlogLine[] = [];
  for (let at = from; at < rows.length; at += 1) {
    const row = rows[at] ?? "";
    if (row.trim() === "") continue;
    const last = lines.at(-1);
    if (last !== undefined && isContinuation(row)) {
      lines[lines.length - 1] = { ...last, text: `${last.text}\n${row.trim()}` };
    } else {
      lines.push(readLine(row, at + 1));
    }
  }
  return lines;
}

const FORMS: readonly (readonly [RlogKind, RegExp])[] = [
  ["user", /^u:()/],
  ["agent", /^a:()/],
  ["tool_start", /^t!:(\w+)(?!\S)/],
  ["tool_progress", /^t~:(\w+)(?!\S)/],
  ["tool", /^t:(\w+)(?!\S)/],
  ["observation", /^o:()/],
  ["skill", /^s:(\w[\w-]*) (?=\S)/],
  ["plan", /^p:(\w[\w-]*)(?!\S)/],
  ["mode", /^m:()/],
  ["recall", /^r:()/],
  ["subagent", /^x:(\w+)(?!\S)/],
  ["mcp", /^c:(\w+\.\w+)(?!\S)/],
  ["question", /^q:()/],
  ["thinking", /^th:()/],
  ["todos", /^td:()/],
  ["comment", /^#()/],
  ["phase", /^@phase (\w+)(?!\S)/],
  ["lifecycle", /^@(\w[\w-]*)(?!\S)/],
];

function readLine(row: string, number: number): RlogLine {
  for (const [kind, form] of FORMS) {
    const found = form.exec(row);
    if (found !== null) return parts(kind, found[1] ?? "", row.slice(found[0].length), number, row);
  }
  return parts("unknown", "", row, number, row);
}

function parts(kind: RlogKind, name: string, rest: string, number: number, row: string): RlogLine {
  const arrow = rest.indexOf(ARROW);
  return {
    number,
    kind,
    name,
    text: (arrow === -1 ? rest : rest.slice(0, arrow)).trim(),
    result: arrow === -1 ? null : rest.slice(arrow + ARROW.length).trim(),
    attributes: attributesIn(row),
  };
}

function attributesIn(row: string): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  const names =
    "id|step|ts|tid|span|latency_ms|attempt|level|parent|sig|tokens_in|tokens_out|tokens_cached|model";
  for (const found of row.matchAll(new RegExp(`(?<!\\S)(${names})=(\\S+)`, "g"))) {
    const [, name = "", value = ""] = found;
    // An id ends at the first character that is not part of a word.
    const read = name === "id" ? (/^\w*/.exec(value)?.[0] ?? "") : value;
    if (!attributes.has(name)) attributes.set(name, read);
  }
  return attributes;
}

function isContinuation(row: string): boolean {
  return row.startsWith("  ") || row.startsWith("\t");
}

function withoutReturn(row: string): string {
  return row.endsWith("\r") ? row.slice(0, -1) : row;
}

function tooMuch(line: number, limit: string): Refused {
  return malformed(line, `more than ${limit}`);
}

function malformed(line: number, problem: string): Refused {
  return refuse({ code: "malformed_trajectory", line, field: "", problem });
}

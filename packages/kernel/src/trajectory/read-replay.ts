/**
 * REPLAY.jsonl v1 from its text.
 *
 * Strict on what it knows: fields, bounds, hashes, and the order of lines. Events and fields that
 * it does not know are kept, because the hash of a trajectory covers them. A refusal names the line.
 * Time is linear in the text, whose size is checked first.
 */
import { isJsonObject, isWithinDepth, type JsonObject, parseJson } from "../canonical/json.ts";
import { rfc8785 } from "../canonical/rfc8785.ts";
import { accept, type Refused, type Result, refuse } from "../refusal.ts";
import type { ReplayEvent, ReplayHeader, SessionEnd, SessionStart } from "./event.ts";
import { hashedFieldOf, redactionOf } from "./hashed-fields.ts";
import {
  MAX_REPLAY_LENGTH,
  MAX_REPLAY_LINE_DEPTH,
  MAX_REPLAY_LINE_LENGTH,
  MAX_REPLAY_LINES,
} from "./limits.ts";
import { LineOrder } from "./line-order.ts";
import { readEvent } from "./read-event.ts";

export interface Trajectory {
  /** Every line with all its fields: what the trajectory hash covers. */
  readonly lines: readonly JsonObject[];
  /** The same lines as events, at the same index. */
  readonly events: readonly ReplayEvent[];
  readonly header: ReplayHeader;
  readonly start: SessionStart;
  readonly end: SessionEnd;
  /** What could not be compared with its hash, because it is redacted. */
  readonly redacted: readonly Redacted[];
}

export interface Redacted {
  /** Counted from 1. */
  readonly line: number;
  readonly field: string;
  readonly category: string;
}

export function readReplay(text: string): Result<Trajectory> {
  if (text.length > MAX_REPLAY_LENGTH) return tooLong(0);
  const lines: JsonObject[] = [];
  for (let from = 0; from < text.length; ) {
    const newline = text.indexOf("\n", from);
    const to = newline === -1 ? text.length : newline;
    const line = readLine(text, from, to, lines.length + 1);
    if (!line.ok) return line;
    lines.push(line.value);
    from = to + 1;
  }
  return readLines(lines);
}

/** From objects that were read elsewhere; the same rules hold. */
export function readLines(lines: readonly JsonObject[]): Result<Trajectory> {
  if (lines.length > MAX_REPLAY_LINES) return tooManyLines(lines.length);
  const order = new LineOrder();
  const events: ReplayEvent[] = [];
  const redacted: Redacted[] = [];
  let length = 0;
  for (const [at, line] of lines.entries()) {
    if (!isWithinDepth(line, MAX_REPLAY_LINE_DEPTH)) {
      return malformed(at + 1, `nested deeper than ${MAX_REPLAY_LINE_DEPTH}`);
    }
    // What has no canonical text has no hash; and what is written must be readable again.
    const canonical = rfc8785(line, "doubles");
    if (!canonical.ok) return malformed(at + 1, problemOf(canonical));
    if (canonical.value.length > MAX_REPLAY_LINE_LENGTH) return lineTooLong(at + 1);
    length += canonical.value.length + 1;
    if (length > MAX_REPLAY_LENGTH) return tooLong(at + 1);
    const event = readEvent(line, at + 1);
    if (!event.ok) return event;
    const problem = order.take(event.value);
    if (problem !== null) {
      return refuse({ code: "malformed_trajectory", line: at + 1, ...problem });
    }
    events.push(event.value);
    redacted.push(...redactedIn(line, at + 1));
  }
  return whole(lines, events, redacted);
}

function whole(
  lines: readonly JsonObject[],
  events: readonly ReplayEvent[],
  redacted: readonly Redacted[],
): Result<Trajectory> {
  const [header, start] = events;
  const end = events.at(-1);
  if (header?.event !== "ReplayHeader") return malformed(0, "it is empty");
  if (start?.event !== "SessionStart" || end?.event !== "SessionEnd") {
    return malformed(lines.length, "ends without a SessionEnd");
  }
  return accept({ lines, events, header, start, end, redacted });
}

function readLine(text: string, from: number, to: number, line: number): Result<JsonObject> {
  if (line > MAX_REPLAY_LINES) return tooManyLines(line);
  if (to - from > MAX_REPLAY_LINE_LENGTH) return lineTooLong(line);
  const options = { maxDepth: MAX_REPLAY_LINE_DEPTH, duplicateKeys: "refuse" } as const;
  const json = parseJson(text.slice(from, to), options);
  if (!json.ok) return malformed(line, `not JSON: ${problemOf(json)}`);
  if (!isJsonObject(json.value)) return malformed(line, "not a JSON object");
  return accept(json.value);
}

function redactedIn(json: JsonObject, line: number): readonly Redacted[] {
  const field = hashedFieldOf(json)?.content;
  const category = field === undefined ? null : redactionOf(json[field]);
  return field === undefined || category === null ? [] : [{ line, field, category }];
}

function problemOf({ refusal }: Refused): string {
  return "problem" in refusal ? refusal.problem : refusal.code;
}

function tooManyLines(count: number): Refused {
  return malformed(count, `more than ${MAX_REPLAY_LINES} lines`);
}

function tooLong(line: number): Refused {
  return malformed(line, `more than ${MAX_REPLAY_LENGTH} characters in all`);
}

function lineTooLong(line: number): Refused {
  return malformed(line, `longer than ${MAX_REPLAY_LINE_LENGTH} characters`);
}

function malformed(line: number, problem: string): Refused {
  return refuse({ code: "malformed_trajectory", line, field: "", problem });
}

import { sampleReplayLines } from "@bazaar/testkit";
import { cpuMs } from "@bazaar/testkit/cpu-ms";
import { describe, expect, test } from "vitest";
import { Float, type Json, type JsonObject } from "../canonical/json.ts";
import { rfc8785 } from "../canonical/rfc8785.ts";
import type { ReplayEvent } from "./event.ts";
import { MAX_REPLAY_LENGTH, MAX_REPLAY_LINE_LENGTH, MAX_REPLAY_LINES } from "./limits.ts";
import { readLines, readReplay } from "./read-replay.ts";

const LINES = sampleReplayLines();
const HASH = `sha256:${"0".repeat(64)}`;

/** Line numbers of the sample, counted from 1. */
const [HEADER, START, PLAN, CALL, RESULT, STEP, VERIFICATION, PAYMENT, RUNTIME, UNKNOWN, END] = [
  1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15,
] as const;

function text(lines: readonly JsonObject[]): string {
  return lines
    .map((line) => {
      const written = rfc8785(line, "doubles");
      return `${written.ok ? written.value : "?"}\n`;
    })
    .join("");
}

function changed(line: number, change: JsonObject, ...without: string[]): readonly JsonObject[] {
  return LINES.map((original, at) => {
    if (at + 1 !== line) return original;
    const entries = Object.entries({ ...original, ...change });
    return Object.fromEntries(entries.filter(([name]) => !without.includes(name)));
  });
}

test("a whole session is read, with what nobody defined", () => {
  const read = readReplay(text(LINES));
  if (!read.ok) throw new Error(JSON.stringify(read.refusal));
  const { value } = read;
  expect(value.lines).toHaveLength(15);
  expect(value.events.map(({ event }) => event)).toEqual([
    "ReplayHeader",
    "SessionStart",
    "PlanStart",
    "ToolCall",
    "ToolResult",
    "ToolCall",
    "ToolCall",
    "ToolResult",
    "ToolResult",
    "StepComplete",
    "Verification",
    "Payment",
    "RuntimeEvent",
    "unknown",
    "SessionEnd",
  ] satisfies ReplayEvent["event"][]);
  expect(value.start).toEqual({
    event: "SessionStart",
    t: "2026-01-02T03:04:05.100Z",
    sessionId: "session_abc123",
    issueNumber: 42,
    policyBundleId: "policy_1",
  });
  expect(value.lines[1]?.repo_sha).toBe("def4567");
  expect(value.lines[13]).toMatchObject({ event: "Thought", weight: new Float(1e21) });
  expect(value.end).toMatchObject({ status: "Success", confidence: 0.92, totalToolCalls: 3 });
  expect(value.redacted).toEqual([]);
});

test("the order of keys, spaces, carriage returns and a missing last newline do not matter", () => {
  const other = LINES.map((line) => {
    const entries = Object.entries(line).reverse();
    const written = entries.map(([key, value]) => {
      const item = rfc8785(value, "doubles");
      return ` ${JSON.stringify(key)} : ${item.ok ? item.value : "?"}`;
    });
    return `{${written.join(" ,")} }`;
  }).join("\r\n");
  const [one, two] = [readReplay(other), readReplay(text(LINES))];
  expect(one.ok && two.ok && one.value.events).toEqual(two.ok && two.value.events);
});

interface Bad {
  readonly when: string;
  readonly lines: readonly JsonObject[];
  readonly line: number;
  readonly field: string;
  readonly problem: string | RegExp;
}

const TEXT = (line: number, field: string, value: Json): Omit<Bad, "problem"> => ({
  when: `${field} of line ${line} is ${typeof value === "string" ? value : typeof value}`,
  lines: changed(line, { [field]: value }),
  line,
  field,
});
const missing = (line: number, field: string, expected: string): Bad => ({
  when: `line ${line} has no ${field}`,
  lines: changed(line, {}, field),
  line,
  field,
  problem: `expected ${expected}, got nothing`,
});
const NOT_A_TIME = "expected an ISO 8601 time in UTC";
const NOT_A_HASH = "expected sha256: and 64 lower-case hex digits";

describe("fields", () => {
  test.each<Bad>([
    { ...TEXT(HEADER, "replay_version", 2n), problem: "2 is outside 1 to 1" },
    { ...TEXT(HEADER, "created_at", "yesterday"), problem: NOT_A_TIME },
    { ...TEXT(HEADER, "redacted_from", "sha256:00"), problem: NOT_A_HASH },
    missing(HEADER, "replay_version", "an integer"),
    missing(HEADER, "producer", "text"),
    missing(HEADER, "created_at", "text"),
    { ...TEXT(START, "session_id", ""), problem: "0 characters; expected 1 to 200" },
    {
      ...TEXT(START, "session_id", "s".repeat(201)),
      problem: "201 characters; expected 1 to 200",
    },
    { ...TEXT(START, "issue_number", "42"), problem: "expected an integer, got text" },
    { ...TEXT(START, "issue_number", -1n), problem: /^-1 is outside 0 to/ },
    missing(START, "t", "text"),
    missing(START, "policy_bundle_id", "text"),
    { ...TEXT(PLAN, "plan_hash", `SHA256:${"0".repeat(64)}`), problem: NOT_A_HASH },
    { ...TEXT(PLAN, "step_count", -1n), problem: "-1 is outside 0 to 100000" },
    missing(PLAN, "step_count", "an integer"),
    missing(CALL, "id", "text"),
    missing(CALL, "tool", "text"),
    missing(CALL, "params", "a value"),
    missing(CALL, "params_hash", "text"),
    missing(CALL, "step_id", "text"),
    { ...TEXT(CALL, "params_hash", HASH), problem: "is not the hash of params" },
    { ...TEXT(CALL, "params_hash", `sha256:${"A".repeat(64)}`), problem: NOT_A_HASH },
    {
      when: "params were changed after they were hashed",
      lines: changed(CALL, { params: { path: "elsewhere" } }),
      line: CALL,
      field: "params_hash",
      problem: "is not the hash of params",
    },
    {
      when: "a plan was changed after it was hashed",
      lines: changed(PLAN, { plan: { steps: [] } }),
      line: PLAN,
      field: "plan_hash",
      problem: "is not the hash of plan",
    },
    {
      when: "a full output is not the hashed one",
      lines: changed(RESULT, { output: "shorter" }),
      line: RESULT,
      field: "output_hash",
      problem: "is not the hash of output",
    },
    missing(RESULT, "output_hash", "text"),
    missing(RESULT, "step_utility", "a number"),
    missing(RESULT, "latency_ms", "an integer"),
    { ...TEXT(RESULT, "step_utility", new Float(1.01)), problem: "outside -1 to 1" },
    { ...TEXT(RESULT, "step_utility", -2n), problem: "outside -1 to 1" },
    { ...TEXT(RESULT, "latency_ms", -1n), problem: "-1 is outside 0 to 10000000000" },
    { ...TEXT(RESULT, "latency_ms", new Float(45.5)), problem: /^expected an integer/ },
    { ...TEXT(RESULT, "exit_code", 2n ** 31n), problem: /is outside -2147483648/ },
    {
      ...TEXT(STEP, "status", "success"),
      problem: 'expected one of Success, Failed, Skipped, MaxIterationsReached; got "success"',
    },
    { ...TEXT(STEP, "iterations", 256n), problem: "256 is outside 0 to 255" },
    { ...TEXT(VERIFICATION, "exit_codes", [0n]), problem: "1 for 2 commands" },
    missing(VERIFICATION, "verification_delta", "an integer"),
    missing(PAYMENT, "payment_proof", "an object"),
    { ...TEXT(PAYMENT, "amount_msats", new Float(0.5)), problem: /^expected an integer/ },
    { ...TEXT(PAYMENT, "amount_msats", -1n), problem: /^-1 is outside 0/ },
    { ...TEXT(PAYMENT, "job_hash", "abc"), problem: NOT_A_HASH },
    { ...TEXT(RUNTIME, "payload_hash", HASH), problem: "is not the hash of payload" },
    missing(RUNTIME, "payload", "a value"),
    missing(RUNTIME, "seq", "an integer"),
    {
      ...TEXT(END, "status", "success"),
      problem: 'expected one of Success, Failed, Cancelled, Timeout; got "success"',
    },
    { ...TEXT(END, "confidence", new Float(1.5)), problem: "outside 0 to 1" },
    { ...TEXT(END, "average_step_utility", new Float(-1.5)), problem: "outside -1 to 1" },
    missing(END, "total_tool_calls", "an integer"),
    missing(END, "total_latency_ms", "an integer"),
    missing(UNKNOWN, "event", "text"),
    { ...TEXT(UNKNOWN, "event", 1n), problem: "expected text, got an integer" },
  ])("$when → refused at its line", ({ lines, line, field, problem }) => {
    expect(readReplay(text(lines))).toEqual({
      ok: false,
      refusal: {
        code: "malformed_trajectory",
        line,
        field,
        problem: problem instanceof RegExp ? expect.stringMatching(problem) : problem,
      },
    });
  });
});

describe("order", () => {
  const [header, start, plan, call, result] = LINES as [JsonObject, ...JsonObject[]];
  const end = LINES.at(-1) ?? {};
  const [s, p, c, r] = [start ?? {}, plan ?? {}, call ?? {}, result ?? {}];
  test.each<{ when: string; lines: JsonObject[]; line: number; field: string; problem: RegExp }>([
    { when: "there is no line", lines: [], line: 0, field: "", problem: /empty/ },
    { when: "no header comes first", lines: [s, end], line: 1, field: "event", problem: /first/ },
    {
      when: "a second header comes",
      lines: [header, s, header, end],
      line: 3,
      field: "event",
      problem: /first/,
    },
    {
      when: "no start comes second",
      lines: [header, c, end],
      line: 2,
      field: "event",
      problem: /second/,
    },
    {
      when: "a second start comes",
      lines: [header, s, s, end],
      line: 3,
      field: "event",
      problem: /second/,
    },
    { when: "only a header is there", lines: [header], line: 1, field: "", problem: /SessionEnd/ },
    {
      when: "the end is missing",
      lines: [header, s, c, r],
      line: 4,
      field: "",
      problem: /SessionEnd/,
    },
    {
      when: "something follows the end",
      lines: [header, s, end, end],
      line: 4,
      field: "event",
      problem: /last/,
    },
    {
      when: "a result has no call",
      lines: [header, s, r, end],
      line: 3,
      field: "id",
      problem: /no earlier/,
    },
    {
      when: "a result comes before its call",
      lines: [header, s, { ...r, t: c.t ?? "" }, c, end],
      line: 3,
      field: "id",
      problem: /no earlier/,
    },
    {
      when: "a result comes twice",
      lines: [header, s, c, r, r, end],
      line: 5,
      field: "id",
      problem: /second ToolResult/,
    },
    {
      when: "a call comes twice",
      lines: [header, s, c, c, end],
      line: 4,
      field: "id",
      problem: /second ToolCall/,
    },
    {
      when: "a call is repeated after its result",
      lines: [header, s, c, r, { ...c, t: r.t ?? "" }, end],
      line: 5,
      field: "id",
      problem: /second ToolCall/,
    },
    {
      when: "the plan comes after a call",
      lines: [header, s, c, { ...p, t: c.t ?? "" }, end],
      line: 4,
      field: "event",
      problem: /first plan/,
    },
    {
      when: "time goes back",
      lines: [header, s, c, { ...r, t: "2026-01-02T03:04:06.999999999Z" }, end],
      line: 4,
      field: "t",
      problem: /earlier/,
    },
  ])("when $when → refused at line $line", ({ lines, line, field, problem }) => {
    const refusal = {
      code: "malformed_trajectory",
      line,
      field,
      problem: expect.stringMatching(problem),
    };
    expect(readReplay(text(lines))).toEqual({ ok: false, refusal });
  });

  test("a later plan, equal times and a call without a result are allowed", () => {
    const replan = { ...p, t: c.t ?? "" };
    expect(readReplay(text([header, s, p, c, replan, end])).ok).toBe(true);
  });
});

describe("text", () => {
  const first = text(LINES.slice(0, 1));
  const rest = text(LINES.slice(1));
  test.each([
    {
      when: "a line is no JSON",
      input: `${first}{\n`,
      line: 2,
      problem: /^not JSON: expected a key/,
    },
    { when: "a line is empty", input: `${first}\n${rest}`, line: 2, problem: /^not JSON/ },
    { when: "a line is a list", input: `${first}[]\n`, line: 2, problem: "not a JSON object" },
    {
      when: "a key comes twice",
      input: `{"event":"A","event":"B"}\n`,
      line: 1,
      problem: /second key/,
    },
    {
      when: "a line is nested too deep",
      input: `${first}{"event":${"[".repeat(64)}`,
      line: 2,
      problem: /deeper/,
    },
    {
      when: "a text has half a surrogate",
      input: `{"event":"A","x":"\\ud800"}\n`,
      line: 1,
      problem: /surrogate/,
    },
    {
      when: "an integer is no double",
      input: `{"event":"A","x":9007199254740993}`,
      line: 1,
      problem: /2\^53/,
    },
    {
      when: "a line is too long",
      input: `${first}"${"a".repeat(MAX_REPLAY_LINE_LENGTH)}"`,
      line: 2,
      problem: /longer than/,
    },
    {
      when: "the file is too long",
      input: " ".repeat(MAX_REPLAY_LENGTH + 1),
      line: 0,
      problem: /more than 16777216/,
    },
    {
      when: "numbers are longer in canonical form than the line may be",
      input: `{"event":"A","x":[${"1e20,".repeat(100_000)}1]}`,
      line: 1,
      problem: /longer than/,
    },
  ])("when $when → refused at line $line", ({ input, line, problem }) => {
    const expected = typeof problem === "string" ? problem : expect.stringMatching(problem);
    expect(readReplay(input)).toEqual({
      ok: false,
      refusal: { code: "malformed_trajectory", line, field: "", problem: expected },
    });
  });

  test("there is a largest number of lines", () => {
    const unknown = '{"event":"x"}\n';
    const [header = {}, start = {}] = LINES;
    const most =
      text([header, start]) + unknown.repeat(MAX_REPLAY_LINES - 3) + text(LINES.slice(-1));
    expect(readReplay(most).ok).toBe(true);
    const more = text([header, start]) + unknown.repeat(MAX_REPLAY_LINES);
    expect(readReplay(more)).toMatchObject({ refusal: { line: MAX_REPLAY_LINES + 1 } });
    expect(readLines(Array(MAX_REPLAY_LINES + 1).fill(header))).toMatchObject({ ok: false });
  });

  test("a file is too long if its canonical form is, or nested deeper than it can be read", () => {
    const line = `{"event":"x","y":[${"1e20,".repeat(46_000)}1]}\n`;
    const [start, end] = [text(LINES.slice(0, 2)), text(LINES.slice(-1))];
    expect(readReplay(start + line.repeat(16) + end).ok).toBe(true);
    expect(readReplay(start + line.repeat(17) + end)).toMatchObject({
      refusal: { line: 19, problem: "more than 16777216 characters in all" },
    });
    const nested = (depth: number): Json => (depth === 0 ? 1n : [nested(depth - 1)]);
    const deep = (depth: number) => changed(UNKNOWN, { deep: nested(depth) });
    expect(readLines(deep(63)).ok).toBe(true);
    expect(readLines(deep(64))).toMatchObject({
      refusal: { line: UNKNOWN, problem: "nested deeper than 64" },
    });
  });

  test("hostile text takes time in proportion to its length", () => {
    const calls = (count: number) =>
      `{"event":"x","y":${"[".repeat(60)}${"]".repeat(60)}}\n`.repeat(count);
    for (const hostile of [
      calls(90_000),
      "\n".repeat(2 ** 24),
      `{"${"\\u0061".repeat(150_000)}":1}`,
    ]) {
      expect(cpuMs(() => void readReplay(hostile))).toBeLessThan(5_000);
    }
  });
});

test("a redacted call is read, its hash is kept, and what could not be checked is named", () => {
  const lines = changed(CALL, { params: { redacted: "path" }, params_hash: HASH });
  const read = readReplay(text(lines));
  expect(read.ok && read.value.redacted).toEqual([
    { line: CALL, field: "params", category: "path" },
  ]);
  for (const marker of [{ redacted: "two words" }, { redacted: "x", y: 1n }, { redacted: 1n }]) {
    const other = changed(CALL, { params: marker, params_hash: HASH });
    expect(readReplay(text(other))).toMatchObject({
      refusal: { line: CALL, field: "params_hash" },
    });
  }
});

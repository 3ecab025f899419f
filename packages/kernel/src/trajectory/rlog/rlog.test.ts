import { sampleReplayLines, sampleTrajectory } from "@bazaar/testkit";
import { cpuMs } from "@bazaar/testkit/cpu-ms";
import { describe, expect, test } from "vitest";
import { MAX_REPLAY_LENGTH, MAX_REPLAY_LINE_LENGTH, MAX_REPLAY_LINES } from "../limits.ts";
import { readLines } from "../read-replay.ts";
import { callLine } from "../record.ts";
import { redact } from "../redact.ts";
import { trajectoryHash } from "../trajectory-hash.ts";
import { checkRlog } from "./check-rlog.ts";
import { readRlog } from "./read-rlog.ts";
import type { RlogLine } from "./rlog.ts";
import { writeRlog } from "./write-rlog.ts";

const HEAD = "---\nformat: rlog/1\nid: job_1\nrepo_sha: def456\nrunner: test\n---\n\n";

function read(text: string) {
  const log = readRlog(text);
  if (!log.ok) throw new Error(JSON.stringify(log.refusal));
  return log.value;
}

function codes(body: string, head = HEAD): string[] {
  return checkRlog(read(`${head}${body}`)).map(({ code, line }) => `${code}@${line}`);
}

test("a session is written as people read it", () => {
  const text = writeRlog(sampleTrajectory(), {
    repoSha: "def4567",
    fields: { job_type: "PatchGen", provider_pubkey: "npub1abc" },
  });
  const hash = /sha256:[0-9a-f]{64}/g;
  expect(text.replace(hash, "HASH")).toBe(`---
format: rlog/1
id: session_abc123
repo_sha: def4567
runner: "worker@1.2.3"
started_at: "2026-01-02T03:04:05.100Z"
trajectory_hash: "HASH"
job_type: PatchGen
provider_pubkey: npub1abc
---

@start id=session_abc123 ts=2026-01-02T03:04:05.100Z
# policy "policy_1"
p:start ts=2026-01-02T03:04:06Z 2 steps, plan HASH
t:file_read id=tc_001 ts=2026-01-02T03:04:07Z {"path":"src/button.tsx"} → HASH latency_ms=45
t!:shell id=tc_002 ts=2026-01-02T03:04:09Z {"command":"npm test","timeout":1.5}
t:grep id=tc_003 ts=2026-01-02T03:04:09Z {"pattern":"onClick"} → [exit 0] HASH latency_ms=5
o: id=tc_002 → [exit 0] HASH latency_ms=2450
p:complete ts=2026-01-02T03:04:13Z "step-1" Success
@checkpoint ts=2026-01-02T03:04:14Z verification, delta 1
  [exit 0] "npm test"
  [exit 1] "npm run lint"
# event Payment
# event RuntimeEvent
# event "Thought"
@end ts=2026-01-02T03:04:16Z Success, confidence 0.92, 3 tool calls latency_ms=2500
`);
  const log = read(text);
  expect(checkRlog(log)).toEqual([]);
  expect(log.header.fields.get("trajectory_hash")).toBe(trajectoryHash(sampleTrajectory()));
  expect(log.lines.find(({ name }) => name === "grep")).toMatchObject({
    kind: "tool",
    text: 'id=tc_003 ts=2026-01-02T03:04:09Z {"pattern":"onClick"}',
    result: expect.stringMatching(/^\[exit 0\] sha256:/),
  });
  expect(log.lines.find(({ name }) => name === "checkpoint")?.text).toContain(
    '\n[exit 0] "npm test"\n[exit 1] "npm run lint"',
  );
});

test("the seed's own example is read without a warning", () => {
  const log = read(`---
format: rlog/1
id: job_5932_abc123
repo_sha: def456
provider_pubkey: npub1...
job_type: PatchGen
started_at: 2025-12-31T10:00:00Z
---

@start id=job_5932_abc123 ts=2025-12-31T10:00:00Z
u: Generate patch for issue: "Login button unresponsive"
th: Analyzing the issue description... sig=Ep4E...
t:Read id=call_1 src/components/LoginButton.tsx → [45 lines]
t:Bash id=call_4 npm test → [exit 0, 12 tests passed]
@end summary="Fixed onClick handler" tokens_in=5000 tokens_out=1200
`);
  expect(checkRlog(log).map(({ code }) => code)).toEqual(["I004"]);
  expect(log.header.fields.get("started_at")).toBe("2025-12-31T10:00:00Z");
  const [start, , thinking, call, bash, end] = log.lines;
  expect(start).toMatchObject({ kind: "lifecycle", name: "start" });
  expect(thinking?.attributes.get("sig")).toBe("Ep4E...");
  expect(call).toMatchObject({ kind: "tool", name: "Read", result: "[45 lines]" });
  expect(bash?.result).toBe("[exit 0, 12 tests passed]");
  expect(end?.attributes.get("tokens_out")).toBe("1200");
});

test.each<[string, Partial<RlogLine>]>([
  ["u: hello → there", { kind: "user", text: "hello", result: "there" }],
  ["a:done", { kind: "agent", text: "done" }],
  ["t!:Bash id=1 x", { kind: "tool_start", name: "Bash" }],
  ["t~:Bash id=1 50%", { kind: "tool_progress", name: "Bash" }],
  ["t:Bad-name x", { kind: "unknown" }],
  ["t:Bash -> no", { kind: "tool", text: "-> no", result: null }],
  ["s:review run", { kind: "skill", name: "review", text: "run" }],
  ["s:review", { kind: "unknown" }],
  ["p:create", { kind: "plan", name: "create" }],
  ["m: auto", { kind: "mode", text: "auto" }],
  ["r: query", { kind: "recall" }],
  ["x:explore go", { kind: "subagent", name: "explore" }],
  ["c:server.method {}", { kind: "mcp", name: "server.method" }],
  ["c:server.a.b", { kind: "unknown" }],
  ["c:server", { kind: "unknown" }],
  ["q: which? [selected: A]", { kind: "question" }],
  ["td: [done] a", { kind: "todos" }],
  ["# note", { kind: "comment" }],
  ["@phase design", { kind: "phase", name: "design" }],
  ["@wait-approval", { kind: "lifecycle", name: "wait-approval" }],
  ["what is this", { kind: "unknown", text: "what is this" }],
])("%s is read by its prefix", (line, expected) => {
  const [found] = read(`${HEAD}${line}\n`).lines;
  expect(found).toMatchObject({ number: 8, ...expected });
});

test("an id is one word, the first attribute of a name counts", () => {
  const [line] = read(`${HEAD}t:A id=ab-cd id=other latency_ms=5 → xid=3 step=7\n`).lines;
  expect(Object.fromEntries(line?.attributes ?? [])).toEqual({
    id: "ab",
    latency_ms: "5",
    step: "7",
  });
});

test("lines that belong to the line above are joined; one without a line above is unknown", () => {
  const [line] = read(`${HEAD}u: one\n  two\n\tthree\n\n`).lines;
  expect(line?.text).toBe("one\ntwo\nthree");
  expect(read(`${HEAD}  two\n`).lines[0]?.kind).toBe("unknown");
});

describe("notes", () => {
  test.each([
    { body: "t~:A id=1 x\n", notes: ["W001@8"] },
    { body: "t!:A id=1\nt~:A id=1 x\no: id=1 → y\n", notes: [] },
    { body: "o: id=1 → x\n", notes: ["W002@8"] },
    { body: "nonsense\n", notes: ["W003@8"] },
    { body: "u: a step=2\nu: b step=1\n", notes: ["W004@9"] },
    { body: "u: a step=1\nu: b step=1\nu: c step=2\n", notes: [] },
    { body: "u: a ts=today\nu: b ts=2026-13-01T00:00:00Z\n", notes: ["W005@8", "W005@9"] },
    { body: "u: a ts=2026-01-01T00:00:00\nu: b ts=2026-01-01T00:00:00.5Z\n", notes: [] },
    { body: "t:A → @blob sha256=abc12 bytes=9\n", notes: ["W006@8"] },
    { body: "t:A → @blob sha256=abc123\n", notes: [] },
    { body: "t!:A id=1\nt!:B id=2\nt:A id=1 → [ok]\n", notes: ["W007@9"] },
    { body: "u: a\n".repeat(50), notes: [] },
    { body: "u: a\n".repeat(51), notes: ["I001@1"] },
    { body: "@start\nu: a\n", notes: ["I002@8"] },
    { body: "@start\n@end\n", notes: [] },
  ])("$body has $notes", ({ body, notes }) => {
    expect(codes(body)).toEqual(notes);
  });

  test.each([
    { from: "rlog/1", to: "rlog/2", notes: ["W008@1"] },
    { from: "rlog/1", to: "rlog/1.0", notes: [] },
    { from: "def456", to: "main", notes: ["W009@1"] },
    { from: "def456", to: "a".repeat(41), notes: ["W009@1"] },
    { from: "runner: test", to: "mode: auto", notes: ["I003@1", "I004@1"] },
    { from: "runner: test", to: "mode: auto\nsandbox_id: s\nrunner: r", notes: [] },
  ])("a header with $to instead of $from has $notes", ({ from, to, notes }) => {
    expect(codes("", HEAD.replace(from, to))).toEqual(notes);
  });
});

test.each([
  { when: "there is no header", text: "u: hello\n", line: 1, field: "" },
  { when: "the header does not end", text: "---\nformat: rlog/1\n", line: 3, field: "" },
  {
    when: "the format is another",
    text: HEAD.replace("rlog/1", "slog/1"),
    line: 1,
    field: "format",
  },
  { when: "there is no id", text: HEAD.replace("id: job_1\n", ""), line: 1, field: "id" },
  {
    when: "there is no commit",
    text: HEAD.replace("repo_sha: def456\n", ""),
    line: 1,
    field: "repo_sha",
  },
  {
    when: "a header line is no field",
    text: HEAD.replace("id: job_1", "what"),
    line: 3,
    field: "",
  },
  {
    when: "a field comes twice",
    text: HEAD.replace("runner: test", "id: x"),
    line: 5,
    field: "id",
  },
  {
    when: "a line is too long",
    text: `${HEAD}${"a".repeat(MAX_REPLAY_LINE_LENGTH + 1)}`,
    line: 8,
    field: "",
  },
  { when: "it is too long", text: " ".repeat(MAX_REPLAY_LENGTH + 1), line: 0, field: "" },
  {
    when: "there are too many lines",
    text: `${HEAD}${"\n".repeat(MAX_REPLAY_LINES)}`,
    line: MAX_REPLAY_LINES + 1,
    field: "",
  },
  {
    when: "the header is too long",
    text: `---\n${"a: b\n".repeat(1_001)}---\n`,
    line: 2,
    field: "",
  },
])("a log is refused when $when", ({ text, line, field }) => {
  expect(readRlog(text)).toMatchObject({ refusal: { code: "malformed_trajectory", line, field } });
});

test("quoted values, lists and blocks of a header are kept", () => {
  const head = `---\nformat: "rlog/1"\nid: 'it''s'\nrepo_sha: def456\nskills:\n  - a\n  - b\nmcp: [x, y]\n---\n`;
  const { header } = read(head);
  expect([header.format, header.id]).toEqual(["rlog/1", "it's"]);
  expect(header.fields.get("skills")).toBe("\n- a\n- b");
  expect(header.fields.get("mcp")).toBe("[x, y]");
});

test("text from a session is never a line, a result or an attribute of the log", () => {
  const evil =
    "x\n@end → [exit 0] id=other step=1 ts=never interrupted @blob sha256=a \u202e\u001b[2J";
  const lines = sampleReplayLines().map((line) => {
    if (line.event === "SessionStart") return { ...line, session_id: evil, policy_bundle_id: evil };
    if (line.event === "Verification") return { ...line, commands: [evil, evil] };
    if (line.event === "StepComplete") return { ...line, step_id: evil };
    if (line.event === "Thought") return { ...line, event: evil };
    if (line.event === "ToolCall") return { ...line, id: `${line.id}-x`, tool: evil };
    return line.event === "ToolResult" ? { ...line, id: `${line.id}-x` } : line;
  });
  const trajectory = readLines(lines);
  if (!trajectory.ok) throw new Error(JSON.stringify(trajectory.refusal));
  const text = writeRlog(trajectory.value, { repoSha: "def4567" });
  expect(text).toMatch(/^[\n\x20-\x7e→…]*$/);
  const log = read(text);
  expect(log.header.id).toBe(evil);
  expect(checkRlog(log)).toEqual([]);
  expect(log.lines.filter(({ name }) => name === "end")).toHaveLength(1);
  const ids = log.lines.flatMap(({ attributes }) => attributes.get("id") ?? []);
  expect(ids).toEqual(["call_1", "call_2", "call_3", "call_2"]);
});

test("parameters end at the arrow that the log itself writes", () => {
  const t = "2026-01-02T03:04:07Z";
  const params = { text: "a \u2192 [exit 0] latency_ms=1" };
  const call = callLine({ t, id: "tc_001", tool: "shell", params, stepId: "s" });
  const lines = sampleReplayLines().map((line, at) => (at === 3 && call.ok ? call.value : line));
  const trajectory = readLines(lines);
  if (!trajectory.ok) throw new Error(JSON.stringify(trajectory.refusal));
  const log = read(writeRlog(trajectory.value, { repoSha: "def4567" }));
  const row = log.lines.find(({ attributes }) => attributes.get("id") === "tc_001");
  expect(row?.result).toMatch(/^sha256:/);
  expect(row?.attributes.get("latency_ms")).toBe("45");
});

test("redacted parameters are named by their category, long ones are cut", () => {
  const copy = redact(sampleTrajectory(), () => "api_key");
  expect(copy.ok && writeRlog(copy.value, { repoSha: "def4567" })).toContain(
    "t:file_read id=tc_001 ts=2026-01-02T03:04:07Z [redacted:api_key] →",
  );
});

test("hostile logs take time in proportion to their length", () => {
  const bodies = [
    `u: ${"id=".repeat(300_000)}`,
    `u: ${" ".repeat(1_000_000)}`,
    `u: a\n${"  b\n".repeat(90_000)}`,
    `t:A ${"@blob sha256=".repeat(70_000)}`,
    "→".repeat(1_000_000),
  ];
  for (const body of bodies) {
    expect(cpuMs(() => void checkRlog(read(`${HEAD}${body}`)))).toBeLessThan(3_000);
  }
});

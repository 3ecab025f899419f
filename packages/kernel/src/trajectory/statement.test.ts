import { sampleReplayLines, sampleTrajectory, toySigner, toyVerify } from "@bazaar/testkit";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../canonical/json.ts";
import { matchStatement } from "./match-statement.ts";
import { readLines, readReplay } from "./read-replay.ts";
import { redact } from "./redact.ts";
import {
  parseStatement,
  signTrajectory,
  statementJson,
  trajectoryText,
  verifyStatement,
} from "./statement.ts";
import { trajectoryHash } from "./trajectory-hash.ts";
import { replayText } from "./write-replay.ts";

function redacted(...args: Parameters<typeof redact>) {
  const copy = redact(...args);
  if (!copy.ok) throw new Error(JSON.stringify(copy.refusal));
  return copy.value;
}

const provider = toySigner("provider");
const jobHash = `sha256:${"ab".repeat(32)}`;
const contract = "cd".repeat(32);
const trajectory = sampleTrajectory();
const statement = signTrajectory(provider, trajectory, { jobHash, contract });

test("the signed text is canonical and says what it is", () => {
  expect(trajectoryText(statement)).toBe(
    `{"contract":"${contract}","job_hash":"${jobHash}","outline_hash":"${statement.outlineHash}",` +
      `"provider":"${provider.party}","session_id":"session_abc123","trajectory":"bazaar/1",` +
      `"trajectory_hash":"${trajectoryHash(trajectory)}"}`,
  );
});

test("a statement is read as it was written, verified, and matches its file whole", () => {
  expect(parseStatement(statementJson(statement))).toEqual({ ok: true, value: statement });
  expect(verifyStatement(statement, toyVerify)).toEqual({ ok: true, value: statement });
  const expected = { jobHash, contract, provider: provider.party };
  expect(matchStatement(statement, trajectory, expected)).toEqual({ ok: true, value: "whole" });
  for (const work of [
    { jobHash, contract: null },
    { jobHash: null, contract },
  ]) {
    const other = signTrajectory(provider, trajectory, work);
    expect(parseStatement(statementJson(other))).toEqual({ ok: true, value: other });
  }
  const noJob = signTrajectory(provider, trajectory, { jobHash: null, contract });
  expect(matchStatement(noJob, trajectory, expected)).toMatchObject({
    refusal: { code: "trajectory_differs", field: "job_hash" },
  });
});

test.each([
  "provider",
  "jobHash",
  "contract",
  "sessionId",
  "trajectoryHash",
  "outlineHash",
  "signature",
] as const)("a changed %s is a bad signature", (field) => {
  const stranger = toySigner("stranger");
  const other = signTrajectory(stranger, trajectory, {
    jobHash: `sha256:${"00".repeat(32)}`,
    contract: null,
  });
  const values = { ...other, sessionId: "x", trajectoryHash: jobHash, outlineHash: jobHash };
  const changed = { ...statement, [field]: values[field] };
  expect(verifyStatement(changed, toyVerify)).toMatchObject({ refusal: { code: "bad_signature" } });
});

describe("a statement about something else", () => {
  const lines = sampleReplayLines();
  const other = readLines([...lines.slice(0, -1), { ...lines.at(-1), extra: 1n }]);
  const session = readLines(
    lines.map((line) => (line.event === "SessionStart" ? { ...line, session_id: "b" } : line)),
  );
  const shortened = readLines(
    lines.map(
      (line): JsonObject =>
        line.id === "tc_001" && line.event === "ToolCall"
          ? { ...line, params: { redacted: "x" } }
          : line,
    ),
  );
  test.each([
    { what: "another job", expected: { jobHash: `sha256:${"00".repeat(32)}` }, field: "job_hash" },
    { what: "another contract", expected: { contract: "00".repeat(32) }, field: "contract" },
    { what: "no contract", expected: { contract: null }, field: "contract" },
    { what: "another provider", expected: { provider: toySigner("x").party }, field: "provider" },
    { what: "another session", file: session, field: "session_id" },
    { what: "another file", file: other, field: "outline_hash" },
    { what: "a copy that does not say it is one", file: shortened, field: "trajectory_hash" },
  ])("$what → $field differs", ({ expected = {}, file, field }) => {
    const about = file?.ok ? file.value : trajectory;
    expect(matchStatement(statement, about, expected)).toMatchObject({
      refusal: { code: "trajectory_differs", field },
    });
  });
});

describe("a redacted copy", () => {
  const copy = redacted(trajectory, (_, line) => (line.tool === "shell" ? "command" : null));

  test("matches in outline what was signed, also when redacted again", () => {
    expect(replayText(copy)).not.toContain('npm test","timeout');
    expect(copy.redacted).toEqual([{ line: 6, field: "params", category: "command" }]);
    expect(matchStatement(statement, copy)).toEqual({ ok: true, value: "outline" });
    const twice = redacted(copy, () => "all");
    expect(twice.redacted).toHaveLength(5);
    expect(matchStatement(statement, twice)).toEqual({ ok: true, value: "outline" });
  });

  test("that was changed anywhere else does not match", () => {
    const text = replayText(copy);
    for (const [from, to] of [
      ['"tool":"shell"', '"tool":"other"'],
      ['"exit_code":0,"id":"tc_002"', '"exit_code":1,"id":"tc_002"'],
      ["nobody defined", "somebody defined"],
      ["worker@1.2.3", "worker@1.2.4"],
    ] as const) {
      const forged = readReplay(text.replace(from, to));
      expect(text).toContain(from);
      expect(forged.ok && matchStatement(statement, forged.value)).toMatchObject({
        refusal: { code: "trajectory_differs", field: "outline_hash" },
      });
    }
  });

  test("that names another original does not match", () => {
    const [header = {}, ...rest] = copy.lines;
    const forged = readLines([{ ...header, redacted_from: jobHash }, ...rest]);
    expect(forged.ok && matchStatement(statement, forged.value)).toMatchObject({
      refusal: { field: "trajectory_hash" },
    });
  });

  test("cannot put other content under a hash", () => {
    const text = replayText(copy).replace('{"redacted":"command"}', '{"command":"rm -rf ."}');
    expect(readReplay(text)).toMatchObject({ refusal: { field: "params_hash" } });
  });

  test("is not signed, and nothing to redact leaves the file as it is", () => {
    expect(() => signTrajectory(provider, copy, { jobHash, contract })).toThrow("redacted copy");
    expect(redacted(trajectory, () => null)).toBe(trajectory);
    expect(() => redact(trajectory, () => "two words")).toThrow("one word");
  });
});

test.each([
  { when: "a field is unknown", change: { more: 1n }, field: "more" },
  { when: "the domain is another", change: { trajectory: "bazaar/2" }, field: "trajectory" },
  { when: "a hash has no prefix", change: { job_hash: "ab".repeat(32) }, field: "job_hash" },
  { when: "the contract is short", change: { contract: "ab" }, field: "contract" },
  { when: "the provider is no party", change: { provider: "ada" }, field: "provider" },
  { when: "the session has half a pair", change: { session_id: "\ud800" }, field: "session_id" },
  { when: "the signature is short", change: { signature: "00" }, field: "signature" },
])("a statement is refused when $when", ({ change, field }) => {
  expect(parseStatement({ ...statementJson(statement), ...change })).toMatchObject({
    refusal: { code: "malformed_trajectory", line: 0, field },
  });
});

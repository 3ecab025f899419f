import { sampleReplayLines, sampleTrajectory, toySigner } from "@bazaar/testkit";
import { describe, expect, test } from "vitest";
import {
  Float,
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
} from "../../canonical/json.ts";
import { readLines, readReplay } from "../read-replay.ts";
import { redact } from "../redact.ts";
import { signTrajectory } from "../statement.ts";
import { trajectoryHash } from "../trajectory-hash.ts";
import { readSessionReceipt, receiptDifferences } from "./check-session-receipt.ts";
import { markdownCode, markdownText } from "./markdown-text.ts";
import { prSummary } from "./pr-summary.ts";
import { sessionReceipt } from "./session-receipt.ts";
import { writePatchBundle } from "./write-patch-bundle.ts";

const trajectory = sampleTrajectory();
const summary = {
  changes: ["Attach the handler to the button."],
  files: [{ path: "src/button.tsx", linesChanged: 12 }],
};

test("a bundle has three files that agree", () => {
  const payments = [{ receipt_id: "r1", amount_msats: 21_000n }];
  const statement = signTrajectory(toySigner("provider"), trajectory, {
    jobHash: `sha256:${"ab".repeat(32)}`,
    contract: null,
  });
  const sideEffects = new Map([["tc_002", [{ type: "write", path: "dist/a.js" }]]]);
  const bundle = writePatchBundle(trajectory, summary, { payments, statement, sideEffects });
  if (!bundle.ok) throw new Error(JSON.stringify(bundle.refusal));
  const replay = readReplay(bundle.value["REPLAY.jsonl"]);
  const receipt = readSessionReceipt(bundle.value["RECEIPT.json"]);
  if (!replay.ok || !receipt.ok) throw new Error("what was written cannot be read");
  expect(receiptDifferences(receipt.value, replay.value)).toEqual([]);
  expect(receipt.value).toMatchObject({
    session_id: "session_abc123",
    trajectory_hash: trajectoryHash(trajectory),
    event_count: 15n,
    metrics: { tool_calls: 3n, tool_latency_ms_total: 2500n },
    verification: { commands_run: ["npm test", "npm run lint"], exit_codes: [0n, 1n] },
    payments,
    signature: { provider: statement.provider, signature: statement.signature },
  });
  // In the order of the results.
  expect(calls(receipt.value).map(({ id }) => id)).toEqual(["tc_001", "tc_003", "tc_002"]);
  expect(calls(receipt.value)[2]?.side_effects).toEqual([{ type: "write", path: "dist/a.js" }]);
});

test("the summary is what a reviewer reads", () => {
  const cost = { tokensIn: 5000, tokensOut: 1200, msats: 21_000n };
  expect(prSummary(trajectory, { ...summary, cost })).toBe(`# Patch Summary

## Changes Made

- Attach the handler to the button.

## Files Modified

- \`src/button.tsx\`: 12 lines changed

## Verification

- \`npm test\`: PASS
- \`npm run lint\`: FAIL

## Confidence

0.92

## Session

- ID: \`session_abc123\`
- Issue: #42
- Duration: 10 s
- Status: Success

## Cost

- Tokens in: 5000
- Tokens out: 1200
- Msats: 21000
`);
});

test("a failed session says why, a successful one does not", () => {
  const failure = { rootCause: "no network", nextSteps: ["try again"] };
  expect(prSummary(trajectory, { ...summary, failure })).not.toContain("If Failed");
  const lines = sampleReplayLines();
  const failed = readLines([...lines.slice(0, -1), { ...lines.at(-1), status: "Failed" }]);
  expect(failed.ok && prSummary(failed.value, { changes: [], files: [], failure })).toMatch(
    /## Changes Made\n\n- none\n[\s\S]*## If Failed\n\n- Root cause: no network\n- Next: try again\n$/,
  );
});

test("text of strangers makes no Markdown", () => {
  const evil = "# title\n[x](javascript:1) <img src=x> `a` | \u202eb";
  expect(markdownText(evil)).toBe(
    "\\# title \\[x\\]\\(javascript:1\\) \\<img src=x\\> \\`a\\` \\| \\\\u\\{202e\\}b",
  );
  expect(markdownCode("a")).toBe("`a`");
  expect(markdownCode("a ``b`` c\nd")).toBe("``` a ``b`` c d ```");
  expect(markdownCode("`")).toBe("`` ` ``");
  const many = Array.from({ length: 501 }, (_, at) => ({ path: `f${at}`, linesChanged: 1 }));
  expect(prSummary(trajectory, { changes: [evil], files: many })).toContain("- and 1 more\n");
  expect(prSummary(trajectory, { changes: [], files: null })).toContain("- not recorded\n");
});

function calls(receipt: JsonObject): readonly JsonObject[] {
  return isJsonArray(receipt.tool_calls) ? receipt.tool_calls.filter(isJsonObject) : [];
}

describe("a receipt that says something else", () => {
  const receipt = sessionReceipt(trajectory);
  const [first = {}, second = {}, third = {}] = calls(receipt);
  const withCalls = (...list: Json[]): JsonObject => ({ ...receipt, tool_calls: list });
  const { plan_hash: _, ...withoutPlan } = receipt;
  test.each([
    { what: "one call less", receipt: withCalls(first, second), fields: ["tool_calls.length"] },
    {
      what: "one call more",
      receipt: withCalls(first, second, third, third),
      fields: ["tool_calls.length"],
    },
    { what: "no calls", receipt: { ...receipt, tool_calls: null }, fields: ["tool_calls.length"] },
    {
      what: "calls in another order",
      receipt: withCalls(first, third, second),
      fields: expect.arrayContaining(["tool_calls[1].output_hash", "tool_calls[2].output_hash"]),
    },
    {
      what: "another output",
      receipt: withCalls(first, { ...second, output_hash: first.output_hash ?? null }, third),
      fields: ["tool_calls[1].output_hash"],
    },
    {
      what: "a call that is no object",
      receipt: withCalls(first, 1n, third),
      fields: expect.arrayContaining(["tool_calls[1].id"]),
    },
    { what: "another session", receipt: { ...receipt, session_id: "x" }, fields: ["session_id"] },
    { what: "no plan", receipt: withoutPlan, fields: ["plan_hash"] },
    {
      what: "another hash",
      receipt: { ...receipt, trajectory_hash: "x" },
      fields: ["trajectory_hash"],
    },
    {
      what: "more confidence",
      receipt: { ...receipt, final_confidence: 1n },
      fields: ["final_confidence"],
    },
    { what: "another schema", receipt: { ...receipt, schema: "x" }, fields: ["schema"] },
    {
      what: "a passing check",
      receipt: { ...receipt, verification: null },
      fields: ["verification"],
    },
    { what: "other totals", receipt: { ...receipt, metrics: {} }, fields: ["metrics"] },
    {
      what: "a value without a hash",
      receipt: { ...receipt, status: "\ud800" },
      fields: ["status"],
    },
  ])("$what is named", ({ receipt, fields }) => {
    expect(receiptDifferences(receipt, trajectory).map(({ field }) => field)).toEqual(fields);
  });

  test("payments, side effects, signature and unknown fields are not the trajectory's", () => {
    const other = { ...receipt, payments: [1n], signature: "x", more: 1n };
    expect(receiptDifferences(other, trajectory)).toEqual([]);
    expect(
      receiptDifferences(withCalls({ ...first, side_effects: [1n] }, second, third), trajectory),
    ).toEqual([]);
  });
});

test("the receipt of the original fits a redacted copy", () => {
  const copy = redact(trajectory, () => "secret");
  expect(copy.ok && receiptDifferences(sessionReceipt(trajectory), copy.value)).toEqual([]);
});

test("a payment with a fraction is not written", () => {
  const payments = [{ amount_msats: new Float(0.5) }];
  expect(writePatchBundle(trajectory, summary, { payments })).toMatchObject({
    refusal: { code: "not_hashable" },
  });
});

test("a bundle has no signature of another trajectory", () => {
  const lines = sampleReplayLines();
  const other = readLines([...lines.slice(0, -1), { ...lines.at(-1), more: 1n }]);
  if (!other.ok) throw new Error(JSON.stringify(other.refusal));
  const job = { jobHash: `sha256:${"ab".repeat(32)}`, contract: null };
  const statement = signTrajectory(toySigner("provider"), other.value, job);
  expect(writePatchBundle(trajectory, summary, { statement })).toMatchObject({
    refusal: { code: "trajectory_differs", field: "outline_hash" },
  });
});

test.each(["", "[]", "{", '{"a":1,"a":2}'])("%j is not a receipt", (text) => {
  expect(readSessionReceipt(text).ok).toBe(false);
});

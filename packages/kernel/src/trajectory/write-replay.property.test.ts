/** Whatever a recorder may record is read back as it was written. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { Float, type Json, type JsonObject, parseJson } from "../canonical/json.ts";
import { countsOf } from "./counts.ts";
import { readLines, readReplay } from "./read-replay.ts";
import { callLine, endLine, headerLine, planLine, resultLine, startLine } from "./record.ts";
import { redact } from "./redact.ts";
import { bundleText, readBundle } from "./replay-bundle.ts";
import { checkRlog } from "./rlog/check-rlog.ts";
import { readRlog } from "./rlog/read-rlog.ts";
import { writeRlog } from "./rlog/write-rlog.ts";
import { outlineHash, trajectoryHash } from "./trajectory-hash.ts";
import { replayText, writeReplay } from "./write-replay.ts";

const name = fc.oneof(
  fc.string({ unit: "binary", minLength: 1, maxLength: 12 }),
  fc.constantFrom(
    "tc_1",
    "id=x",
    "→ [ok]",
    "a\nb",
    "step=9 ts=never",
    "@end",
    "\u202e",
    "__proto__",
  ),
);

const content: fc.Arbitrary<Json> = fc.jsonValue({ maxDepth: 3 }).map((value) => {
  const parsed = parseJson(JSON.stringify(value));
  return parsed.ok ? parsed.value : null;
});

const measure = fc.double({ min: -1, max: 1, noNaN: true });

interface Use {
  readonly id: string;
  readonly tool: string;
  readonly params: Json;
  readonly output: Json | null;
  readonly utility: number;
  readonly latency: number;
  readonly isLate: boolean;
}

const use: fc.Arbitrary<Use> = fc.record({
  id: name,
  tool: name,
  params: content,
  output: fc.option(content),
  utility: measure,
  latency: fc.nat({ max: 10 ** 10 }),
  isLate: fc.boolean(),
});

const T = "2026-01-02T03:04:05.000001Z";

function must<T>(result: { ok: true; value: T } | { ok: false; refusal: unknown }): T {
  if (!result.ok) throw new Error(JSON.stringify(result.refusal));
  return result.value;
}

const session = fc
  .tuple(
    name,
    fc.uniqueArray(use, { selector: ({ id }) => id, maxLength: 6 }),
    fc.dictionary(name, content, { maxKeys: 3 }),
    fc.double({ min: 0, max: 1, noNaN: true }),
  )
  .map(([sessionId, uses, extra, confidence]): readonly JsonObject[] => {
    const result = ({ id, output, utility, latency }: Use) =>
      output === null
        ? []
        : [
            must(
              resultLine(output, {
                t: T,
                id,
                exitCode: null,
                stepUtility: utility,
                latencyMs: latency,
              }),
            ),
          ];
    const steps = uses.flatMap((one) => [
      must(callLine({ t: T, id: one.id, tool: one.tool, params: one.params, stepId: "step" })),
      ...(one.isLate ? [] : result(one)),
    ]);
    const late = uses.filter(({ isLate }) => isLate).flatMap(result);
    const lines = [
      headerLine({ producer: "p", createdAt: T }),
      startLine({ t: T, sessionId, issueNumber: null, policyBundleId: "none" }),
      must(planLine({ steps: [] }, { t: T, stepCount: 0 })),
      ...steps,
      ...late,
      { ...extra, event: "Extra" },
    ];
    const totals = { totalToolCalls: uses.length, totalLatencyMs: 0 };
    return [...lines, endLine({ t: T, status: "Failed", confidence, ...totals })];
  });

test("a session that was written is read with the same hashes and counts", () => {
  fc.assert(
    fc.property(session, (lines) => {
      const recorded = must(readLines(lines));
      const text = must(writeReplay(lines));
      const read = must(readReplay(text));
      expect(text.endsWith("}\n")).toBe(true);
      expect(replayText(read)).toBe(text);
      expect(trajectoryHash(read)).toBe(trajectoryHash(recorded));
      expect(outlineHash(read)).toBe(outlineHash(recorded));
      expect(countsOf(read)).toEqual(countsOf(recorded));
    }),
  );
});

test("a bundle is the same trajectory", () => {
  fc.assert(
    fc.property(session, (lines) => {
      const recorded = must(readLines(lines));
      const read = must(readBundle(bundleText(recorded)));
      expect(replayText(read)).toBe(replayText(recorded));
    }),
  );
});

test("any choice of redactions keeps the outline, and names the original", () => {
  fc.assert(
    fc.property(session, fc.func(fc.option(fc.constantFrom("secret", "path"))), (lines, choose) => {
      const recorded = must(readLines(lines));
      const copy = must(readReplay(replayText(must(redact(recorded, (value) => choose(value))))));
      expect(outlineHash(copy)).toBe(outlineHash(recorded));
      const claimed = copy.header.redactedFrom ?? trajectoryHash(copy);
      expect(claimed).toBe(trajectoryHash(recorded));
    }),
  );
});

test("a rendering of any session is a log whose only oddity is a call without a result", () => {
  fc.assert(
    fc.property(session, (lines) => {
      const recorded = must(readLines(lines));
      const log = must(readRlog(writeRlog(recorded, { repoSha: "def4567" })));
      expect(log.header.id).toBe(recorded.start.sessionId);
      const results = recorded.events.filter(({ event }) => event === "ToolResult").length;
      const unanswered = countsOf(recorded).toolCalls - results;
      const notes = checkRlog(log).map(({ code }) => code);
      expect(notes).toEqual(Array(unanswered).fill("W007"));
    }),
  );
});

test("a float that a recorder passes is a float", () => {
  expect(
    must(resultLine("x", { t: T, id: "a", exitCode: 1, stepUtility: 1, latencyMs: 0 })),
  ).toMatchObject({
    step_utility: new Float(1),
    exit_code: 1n,
  });
});

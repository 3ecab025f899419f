/** Every step that a check can have has its words in disputes; what makes a result late. */
import { type Check, chainJson, fillTerms, type JsonObject, namedChecks } from "@bazaar/kernel";
import { jobEnvelope, PRINCIPAL, resultEnvelope, SAMPLE_JOBS, sampleOffer } from "@bazaar/testkit";
import { describe, expect, test } from "vitest";
import { CHECK_METHODS } from "../../../../kernel/src/check/kinds.ts";
import { isLateResult, triggerOfStep } from "./dispute-trigger.ts";

/** Of every method, with all that it may ask for. */
const CHECKS: readonly Check[] = [
  ...Object.keys(SAMPLE_JOBS).flatMap(checksOf),
  { method: "exit_code", expected: 0 },
  { method: "output_match", pattern: "ok" },
  { method: "principal" },
  { method: "trajectory" },
  { method: "embedding", count: 1, dimensions: 1, model: "m", isDeterministic: true },
];

/** Without evidence most checks list their steps; a payload that is read lists those of its schema. */
const EVIDENCE: readonly JsonObject[] = [{}, { payload: {} }];

test("there is a sample of every method", () => {
  const methods = CHECKS.map(({ method }) => method);
  expect(new Set(methods)).toEqual(new Set(CHECK_METHODS));
});

test.each(CHECKS)("every step of $method has a trigger", (check) => {
  const names = EVIDENCE.flatMap((evidence) => namedChecks(check, evidence)).map(
    ({ name }) => name,
  );
  expect(names.filter((name) => triggerOfStep(name) === null)).toEqual([]);
});

test("a step that no check has is known as such", () => {
  expect(triggerOfStep("vibes")).toBeNull();
});

describe("a result is late", () => {
  const PATCH = "oa.patch_gen.v1";
  const { payload: _, ...envelope } = resultEnvelope(PATCH, PRINCIPAL.party);
  const artifact = { payload_artifact: `sha256:${"a".repeat(64)}` };
  const isLate = (result: JsonObject) =>
    isLateResult(jobEnvelope(PATCH), { data: { fix: chainJson(result) } });

  test("if there is none", () => {
    expect(isLateResult(jobEnvelope(PATCH), undefined)).toBe(true);
  });

  test.each([
    { status: "timeout", is: true },
    { status: "success", is: false },
    { status: "partial_success", is: false },
  ])("that says $status: $is, in the entry and in an artifact", ({ status, is }) => {
    expect(isLate(resultEnvelope(PATCH, PRINCIPAL.party, { status }))).toBe(is);
    expect(isLate({ ...envelope, ...artifact, status })).toBe(is);
  });

  test("unless it cannot be read, or does not say", () => {
    expect(isLate({ ...envelope, ...artifact })).toBe(false);
    expect(isLate({ ...envelope, ...artifact, status: "late" })).toBe(false);
  });
});

function checksOf(schemaId: string): readonly Check[] {
  const document = { ...jobEnvelope(schemaId), budget: { amount: "0.00005", currency: "BTC" } };
  const author = { principal: PRINCIPAL.party, nonce: "10".repeat(32) };
  const terms = fillTerms("job/1", document, author, sampleOffer());
  return terms.ok ? terms.value.checks : expect.fail(JSON.stringify(terms.refusal));
}

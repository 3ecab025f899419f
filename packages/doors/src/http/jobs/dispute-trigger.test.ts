/** Every step that a check can have has its words in disputes. */
import { type Check, fillTerms, type JsonObject, namedChecks } from "@bazaar/kernel";
import { jobEnvelope, PRINCIPAL, SAMPLE_JOBS, sampleOffer } from "@bazaar/testkit";
import { expect, test } from "vitest";
import { CHECK_METHODS } from "../../../../kernel/src/check/kinds.ts";
import { triggerOfStep } from "./dispute-trigger.ts";

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

function checksOf(schemaId: string): readonly Check[] {
  const document = { ...jobEnvelope(schemaId), budget: { amount: "0.00005", currency: "BTC" } };
  const author = { principal: PRINCIPAL.party, nonce: "10".repeat(32) };
  const terms = fillTerms("job/1", document, author, sampleOffer());
  return terms.ok ? terms.value.checks : expect.fail(JSON.stringify(terms.refusal));
}

import { AGENT, jobEnvelope, RIVAL, SAMPLE_JOBS } from "@bazaar/testkit";
import { expect, test } from "vitest";
import type { JsonObject } from "../canonical/json.ts";
import { policyId, purchasePolicy } from "./purchase-policy.ts";

const PATCH = "oa.patch_gen.v1";
const DOCUMENT: JsonObject = {
  ...jobEnvelope(PATCH),
  budget: { amount: "0.00005", currency: "BTC" },
  provider: AGENT.party,
  verification: [{ method: "trajectory" }],
};

/** The document with other words in its payload. */
function asking(changes: JsonObject): JsonObject {
  return { ...DOCUMENT, ...jobEnvelope(PATCH, { ...SAMPLE_JOBS[PATCH]?.request, ...changes }) };
}

function idOf(document: JsonObject): string {
  const id = policyId(document);
  if (!id.ok) throw new Error(JSON.stringify(id.refusal));
  return id.value;
}

test("a policy says from whom, for how much, and what a result must pass", () => {
  const policy = purchasePolicy(DOCUMENT);
  const { value } = policy as { readonly value: JsonObject };
  const { checks, ...rest } = value;
  expect(rest).toEqual({
    policy: "bazaar/1",
    schema_id: PATCH,
    budget: { amount: "0.00005", currency: "BTC" },
    provider: AGENT.party,
    judge: null,
    panel: false,
  });
  expect(checks).toMatchObject([
    {
      method: "patch",
      protected_paths: ["test/**"],
      commands: ["node test.js", "node --check sum.js"],
    },
    { method: "trajectory" },
  ]);
});

test.each<{ what: string; document: JsonObject }>([
  { what: "title", document: asking({ title: "Another issue" }) },
  { what: "commit", document: asking({ repo_ref: "d".repeat(40) }) },
  { what: "idempotency key", document: asking({ idempotency_key: "second" }) },
  { what: "policy id", document: { ...DOCUMENT, policy_bundle_id: "sha256:0" } },
])("the same policy with another $what", ({ document }) => {
  expect(idOf(document)).toBe(idOf(DOCUMENT));
});

test.each<{ what: string; document: JsonObject }>([
  { what: "budget", document: { ...DOCUMENT, budget: { amount: "0.00004", currency: "BTC" } } },
  { what: "provider", document: { ...DOCUMENT, provider: RIVAL.party } },
  { what: "judge", document: { ...DOCUMENT, judge: AGENT.party } },
  { what: "trajectory", document: { ...DOCUMENT, verification: null } },
  { what: "protected path", document: asking({ protected_paths: [] }) },
  { what: "allowed path", document: asking({ allowed_paths: ["src/**"] }) },
  { what: "test", document: asking({ test_command: "true" }) },
])("another policy with another $what", ({ document }) => {
  expect(idOf(document)).not.toBe(idOf(DOCUMENT));
});

test.each<{ what: string; document: JsonObject }>([
  { what: "without a schema", document: { budget: {}, kind: "text" } },
  {
    what: "whose payload has another hash",
    document: { ...DOCUMENT, job_hash: `sha256:${"0".repeat(64)}` },
  },
  { what: "without a budget", document: { ...jobEnvelope(PATCH) } },
  {
    what: "with a check that nobody knows",
    document: { ...DOCUMENT, verification: [{ method: "x" }] },
  },
])("a document $what states no policy", ({ document }) => {
  expect(purchasePolicy(document).ok).toBe(false);
});

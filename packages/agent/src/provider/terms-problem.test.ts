import { type Check, fillTerms, type Terms } from "@bazaar/kernel";
import { jobEnvelope, PRINCIPAL, SAMPLE_JOBS, sampleOffer } from "@bazaar/testkit";
import { expect, test } from "vitest";
import { termsProblem } from "./terms-problem.ts";

function termsOf(schemaId: string): Terms {
  const document = { ...jobEnvelope(schemaId), budget: { amount: "0.00005", currency: "BTC" } };
  const author = { principal: PRINCIPAL.party, nonce: "10".repeat(32) };
  const terms = fillTerms("job/1", document, author, sampleOffer());
  if (!terms.ok) throw new Error(JSON.stringify(terms.refusal));
  return terms.value;
}

const PATCH = termsOf("oa.patch_gen.v1");
const [patch] = PATCH.checks as [Extract<Check, { method: "patch" }>];
const principal: Check = { method: "principal" };

test.each(Object.keys(SAMPLE_JOBS))("%s: as its document asks, it may be taken", (id) => {
  expect(termsProblem(termsOf(id))).toBeNull();
});

test.each<{ what: string; changes: Partial<Terms>; says: string | null }>([
  {
    what: "a record beside it",
    changes: { checks: [patch, { method: "trajectory" }] },
    says: null,
  },
  { what: "no check", changes: { checks: [] }, says: "schema asks for" },
  {
    what: "another command to pass",
    changes: { checks: [{ ...patch, commands: ["false"] }] },
    says: "schema asks for",
  },
  {
    what: "a path that it may not change, beside those of the request",
    changes: { checks: [{ ...patch, disallowedPaths: ["**"] }] },
    says: "schema asks for",
  },
  {
    what: "a check that no patch passes",
    changes: { checks: [patch, { method: "exit_code", expected: 0 }] },
    says: "schema asks for",
  },
  { what: "a second patch", changes: { checks: [patch, patch] }, says: "schema asks for" },
  { what: "no replay", changes: { court: { kind: "none" } }, says: "nobody but the buyer" },
  {
    what: "the buyer's word",
    changes: { checks: [patch, principal], court: { kind: "none" } },
    says: "nobody but the buyer",
  },
  { what: "another schema", changes: { work: { kind: "patch", spec: {} } }, says: "schema" },
])("a job with $what: $says", ({ changes, says }) => {
  const problem = termsProblem({ ...PATCH, ...changes });
  if (says === null) expect(problem).toBeNull();
  else expect(problem).toContain(says);
});

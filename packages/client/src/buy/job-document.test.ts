import { fillTerms } from "@bazaar/kernel";
import { generateSigner } from "@bazaar/keys";
import { SAMPLE_JOBS, sampleOffer } from "@bazaar/testkit";
import { describe, expect, test } from "vitest";
import { type JobWish, jobDocument } from "./job-document.ts";

const server = generateSigner().party;
const provider = generateSigner().party;
const WISH: JobWish = {
  schemaId: "oa.text_gen.v1",
  payload: SAMPLE_JOBS["oa.text_gen.v1"]?.request ?? {},
  budget: { amount: "1", currency: "XNO" },
  provider: null,
  judge: null,
  needsTrajectory: false,
  approvalRuleId: "command-line",
};

function termsOf(changes: Partial<JobWish> = {}) {
  const author = { principal: generateSigner().party, nonce: "0".repeat(64) };
  const document = jobDocument({ ...WISH, ...changes });
  const terms = fillTerms("job/1", document, author, sampleOffer(server, server));
  if (!terms.ok) throw new Error(JSON.stringify(terms.refusal));
  return terms.value;
}

describe("a wish is a document that a market takes", () => {
  test.each(Object.keys(SAMPLE_JOBS))("of %s", (schemaId) => {
    const { work } = termsOf({ schemaId, payload: SAMPLE_JOBS[schemaId]?.request ?? {} });
    expect(work.spec.schema_id).toBe(schemaId);
  });

  test("for one provider or anybody, before a judge or none, with a record of the work or without", () => {
    const plain = termsOf();
    expect(plain).toMatchObject({ agent: null, court: { kind: "none" } });
    expect(plain.checks.map(({ method }) => method)).toEqual(["text"]);
    const asked = termsOf({ provider, judge: server, needsTrajectory: true });
    expect(asked).toMatchObject({ agent: provider, court: { kind: "tiered", judge: server } });
    expect(asked.checks.map(({ method }) => method)).toEqual(["text", "trajectory"]);
  });

  test("that states who approved it, under which policy", () => {
    const { document } = termsOf();
    expect(document.approval_rule_id).toBe("command-line");
    const other = jobDocument({ ...WISH, provider });
    expect(document.policy_bundle_id).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(other.policy_bundle_id).not.toBe(document.policy_bundle_id);
  });
});

import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { BuyScene, RIGHT } from "../../test/buy-scene.ts";
import { type Approval, keepApproval } from "./approval.ts";

let folder: string;

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), "bazaar-approvals-")), "approvals");
});

afterEach(() => {
  rmSync(join(folder, ".."), { recursive: true, force: true });
});

/** Of a purchase, and again after its buyer has come back. */
async function approved(terms = {}): Promise<readonly Approval[]> {
  await using scene = await BuyScene.open({ results: [RIGHT], terms });
  await scene.bought();
  await scene.bought();
  return scene.steps.flatMap((step) => (step.step === "approved" ? step.approval : []));
}

const kept = () => readdirSync(folder).map((name) => join(folder, name));

test("the price that a provider names is approved by the rule and the policy of the document", async () => {
  const policy = `sha256:${"1".repeat(64)}`;
  const [approval] = await approved({ approval_rule_id: "me", policy_bundle_id: policy });
  expect(approval).toMatchObject({ price: "1 XNO", ruleId: "me", policyId: policy });
  expect((await approved())[0]).toMatchObject({ ruleId: null, policyId: null });
});

test("an approval is kept once, as it was first, for the buyer's eyes only", async () => {
  const [first, again] = await approved();
  if (first === undefined || again === undefined) throw new Error("it was not approved twice");
  keepApproval(folder, first, 1_000);
  keepApproval(folder, again, 2_000);
  const [at = "", ...more] = kept();
  expect(more).toEqual([]);
  const record = JSON.parse(readFileSync(at, "utf8"));
  expect(record).toMatchObject({
    contract: first.contract,
    approved_at: "1970-01-01T00:00:01.000Z",
  });
  expect([statSync(folder).mode & 0o777, statSync(at).mode & 0o777]).toEqual([0o700, 0o600]);
});

test("another provider of the same job is another approval", async () => {
  const [first] = await approved();
  if (first === undefined) throw new Error("it was not approved");
  keepApproval(folder, first, 1_000);
  keepApproval(folder, { ...first, provider: "evm:0x1" as Approval["provider"] }, 2_000);
  expect(kept()).toHaveLength(2);
});

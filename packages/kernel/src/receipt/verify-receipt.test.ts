import {
  AGENT,
  jobEnvelope,
  PRINCIPAL,
  RIVAL,
  SERVER,
  type Story,
  toyVerify,
} from "@bazaar/testkit";
import { describe, expect, test } from "vitest";
import { policyId } from "../job/purchase-policy.ts";
import type { Transcript } from "../transcript/verify-transcript.ts";
import type { Receipt, SignedReceipt } from "./receipt.ts";
import { receiptJson } from "./receipt-json.ts";
import { receiptText, signReceipt } from "./sign-receipt.ts";
import { jobTerms, paidCommand, paidJob, result, signedReceipt } from "./test/paid-stories.ts";
import { type ReceiptChecks, receiptGrounds, verifyReceipt } from "./verify-receipt.ts";

const STORY = paidJob();
const SIGNED = signedReceipt(STORY);

/** The verdict of each finding, by name. */
function verdicts(signed: SignedReceipt, checks: Partial<ReceiptChecks> = {}) {
  const findings = verifyReceipt(signed, { verify: toyVerify, ...checks });
  return Object.fromEntries(findings.map(({ name, verdict }) => [name, verdict]));
}

function grounds(transcript: Transcript) {
  return { grounds: receiptGrounds(transcript, toyVerify) };
}

/** What fails when the market itself signs a receipt with these changes. */
function failing(changes: Partial<Receipt>, told: Story = STORY): readonly string[] {
  const signed = signReceipt(SERVER, { ...signedReceipt(told).receipt, ...changes });
  const findings = verifyReceipt(signed, { verify: toyVerify, ...grounds(told.transcript()) });
  return findings.filter(({ verdict }) => verdict === "fail").map(({ name }) => name);
}

test("alone, a receipt shows its signature and its id, and says what it does not show", () => {
  expect(verdicts(SIGNED)).toEqual({
    signature: "pass",
    signer: "not_checked",
    receipt_id: "pass",
    transcript: "not_checked",
    payment_proof: "not_checked",
  });
});

test("with the market's key and the transcript, only the ledger has to be believed", () => {
  const checks = { marketKey: SERVER.party, ...grounds(STORY.transcript()) };
  expect(verdicts(SIGNED, checks)).toEqual({
    signature: "pass",
    signer: "pass",
    receipt_id: "pass",
    transcript: "pass",
    job_hash: "pass",
    policy_bundle_id: "not_checked",
    payment_proof: "not_checked",
  });
});

test("a policy is the one that the posted document states, or not known here", () => {
  const posted = { ...jobEnvelope("oa.patch_gen.v1"), budget: { amount: "1", currency: "BTC" } };
  const id = policyId(posted);
  const terms = { ...jobTerms(), document: { ...posted, policy_bundle_id: id.ok ? id.value : "" } };
  const told = paidJob(result(), terms);
  expect(verdicts(signedReceipt(told), grounds(told.transcript()))).toMatchObject({
    transcript: "pass",
    policy_bundle_id: "pass",
  });
});

test("every leg of a contract verifies against its transcript", () => {
  for (const told of [paidCommand(), STORY]) {
    const checks = grounds(told.transcript());
    for (const { to } of told.legs) {
      expect(verdicts(signedReceipt(told, to.role), checks)).toMatchObject({ transcript: "pass" });
    }
  }
});

describe("a change after signing breaks the signature", () => {
  test.each<[string, Partial<Receipt>]>([
    ["amount", { amount: "5" }],
    ["payee", { payee: { role: "agent", party: RIVAL.party } }],
    ["head", { settled: { seq: 4, head: "00".repeat(32) } }],
    ["policy", { policyBundleId: "another" }],
  ])("%s", (_, changes) => {
    const changed = { ...SIGNED, receipt: { ...SIGNED.receipt, ...changes } };
    expect(verdicts(changed)).toMatchObject({ signature: "fail" });
  });
});

describe("a false statement that the market signs is found with the transcript", () => {
  const { receipt } = SIGNED;
  test.each<[string[], Partial<Receipt>]>([
    [["amount_msats", "amount"], { amount: "5", amountMsats: 500_000_000_000n }],
    [["payee"], { payee: { role: "agent", party: RIVAL.party } }],
    [["payee"], { payee: { role: "author", party: AGENT.party } }],
    [["settled"], { settled: { ...receipt.settled, head: "00".repeat(32) } }],
    [["settled"], { settled: { ...receipt.settled, seq: 1 } }],
    [["job_hash"], { jobHash: `sha256:${"00".repeat(32)}` }],
    [["job_hash"], { jobHash: null }],
    [["trajectory_hash"], { trajectoryHash: null }],
    [["verification_hash"], { verificationHash: null }],
    [["asset_id", "asset"], { assetId: "CREDIT:XNO", asset: "XNO" }],
    [["buyer_pubkey", "buyer"], { buyer: RIVAL.party }],
    [["timestamp", "paid_at"], { paidAt: "2023-11-14T22:13:20.001Z" }],
    [["policy_bundle_id"], { policyBundleId: "another" }],
    [["receipt_id"], { receiptId: `sha256:${"00".repeat(32)}` }],
  ])("%j", (fields, changes) => {
    expect(new Set(failing(changes))).toEqual(new Set(fields));
  });

  test("a leg that the rules did not order", () => {
    const leg = `${receipt.contract}/9`;
    expect(failing({ leg })).toEqual(["receipt_id", "transcript", "payment_proof"]);
  });

  test("a difference is told with both values", () => {
    const signed = signReceipt(SERVER, { ...receipt, payee: { role: "agent", party: null } });
    const findings = verifyReceipt(signed, { verify: toyVerify, ...grounds(STORY.transcript()) });
    expect(findings.find(({ name }) => name === "payee")?.details).toBe(
      `the receipt says {"party":null,"role":"agent"}, the transcript {"party":"${AGENT.party}","role":"agent"}`,
    );
  });
});

test("a key that is not the market's is not taken for it", () => {
  const { receipt } = SIGNED;
  const forged = { receipt, signer: RIVAL.party, signature: RIVAL.sign(receiptText(receipt)) };
  expect(verdicts(forged)).toMatchObject({ signature: "pass", signer: "fail" });
  const own = signReceipt(RIVAL, { ...receipt, market: RIVAL.party });
  expect(verdicts(own, { marketKey: SERVER.party })).toMatchObject({ signer: "fail" });
  expect(verdicts(own, grounds(STORY.transcript()))).toMatchObject({ market: "fail" });
});

describe("a transcript that does not ground a receipt", () => {
  const { id, entries, receivedAt } = STORY.transcript();
  const unsigned = entries.map((entry) =>
    entry.type === "settled" ? { ...entry, signature: "00".repeat(64) } : entry,
  );
  test.each([
    {
      what: "cut off",
      transcript: { id, entries: entries.slice(0, -1), receivedAt: receivedAt.slice(0, -1) },
      details: "the transcript shows no settled payment",
    },
    {
      what: "an entry left out",
      transcript: { id, entries: entries.toSpliced(2, 1), receivedAt: receivedAt.toSpliced(2, 1) },
      details: "the transcript is not valid: entry 2: expected seq 2, got 3",
    },
    {
      what: "an entry that nobody signed",
      transcript: { id, entries: unsigned, receivedAt },
      details: "the transcript is not valid: entry 4: the signature is not the author's",
    },
    {
      what: "of another contract",
      transcript: paidCommand().transcript(),
      details: `the transcript is of another contract: ${paidCommand().transcript().id}`,
    },
  ])("$what", ({ transcript, details }) => {
    const findings = verifyReceipt(SIGNED, { verify: toyVerify, ...grounds(transcript) });
    expect(findings).toContainEqual({ name: "transcript", verdict: "fail", details });
  });
});

test("a job hash that is not the hash of the job is found", () => {
  const lie = `sha256:${"00".repeat(32)}`;
  const told = paidJob(result({ job_hash: lie }), jobTerms({ job_hash: lie }));
  const checks = grounds(told.transcript());
  expect(verdicts(signedReceipt(told), checks)).toMatchObject({
    transcript: "pass",
    job_hash: "fail",
  });
  const bare = paidJob(result(), jobTerms({ payload: { big: 2n ** 60n } }));
  expect(verdicts(signedReceipt(bare), grounds(bare.transcript()))).toMatchObject({
    job_hash: "not_checked",
  });
});

test("what is signed is no entry, request, opinion or binding", () => {
  const text = receiptText(SIGNED.receipt);
  expect(text.startsWith('bazaar/receipt/1\n{"amount":')).toBe(true);
  expect(text).not.toContain("signature");
  expect(Object.keys(receiptJson(SIGNED.receipt))).not.toContain("signer");
});

test("a market signs only its own receipts", () => {
  expect(() => signReceipt(PRINCIPAL, SIGNED.receipt)).toThrow("signs for");
});

import {
  AGENT,
  accepted,
  awaitingDeposit,
  fixed,
  PRINCIPAL,
  RIVAL,
  rechecked,
  SERVER,
  START_MS,
  sampleData,
  toySigner,
  toyVerify,
} from "@bazaar/testkit";
import { describe, expect, test } from "vitest";
import { Float, type JsonObject } from "../canonical/json.ts";
import { contractId } from "../contract/contract-id.ts";
import type { Party } from "../identity/party.ts";
import { formatAmount } from "../money/amount.ts";
import { entryHash } from "../transcript/entry.ts";
import { receiptId } from "./receipt-id.ts";
import { receiptJson } from "./receipt-json.ts";
import { receiptsOf, receiptsOfInSteps } from "./receipts-of.ts";
import {
  EVIDENCE,
  hashOf,
  jobTerms,
  PAYLOAD,
  paidCommand,
  paidJob,
  paidSecondAgent,
  receiptsIn,
  result,
  TRAJECTORY_HASH,
} from "./test/paid-stories.ts";

test("a settled contract has one receipt per leg, in the order of the legs", () => {
  for (const told of [paidCommand(), paidJob(), paidSecondAgent()]) {
    const receipts = receiptsIn(told.transcript());
    expect(receipts.map(({ leg, amount, payee }) => ({ leg, amount, payee }))).toEqual(
      told.legs.map(({ key, amount, asset, to: { role, party } }) => ({
        leg: key,
        amount: formatAmount(amount, asset),
        payee: { role, party },
      })),
    );
    expect(new Set(receipts.map((receipt) => receipt.receiptId)).size).toBe(told.legs.length);
  }
});

test("a contract that is not settled has no receipts", () => {
  const told = fixed().act(PRINCIPAL, "verify");
  expect(told.legs.length).toBeGreaterThan(0);
  expect(receiptsIn(told.transcript())).toEqual([]);
});

test("talk after the settlement changes no receipt", () => {
  const told = paidCommand();
  const before = receiptsIn(told.transcript());
  const after = receiptsIn(told.wait(9).act(AGENT, "message").transcript());
  expect(after).toEqual(before);
});

test("a paid command has a receipt with no job, trajectory or policy", () => {
  const told = paidCommand();
  const [first] = receiptsIn(told.transcript());
  const { id, entries } = told.transcript();
  const leg = `${id}/0`;
  expect(receiptJson(first!)).toEqual({
    version: 1n,
    receipt_id: receiptId(id, leg),
    session_id: null,
    trajectory_hash: null,
    policy_bundle_id: null,
    job_hash: null,
    payment_proof: { type: "ledger_entry", value: leg },
    rail: "ledger",
    asset_id: "CREDIT:XNO",
    amount_msats: null,
    provider_id: AGENT.party,
    approval_rule_id: null,
    timestamp: "2023-11-14T22:13:21.500Z",
    job_id: null,
    verification_hash: hashOf(EVIDENCE),
    trajectory_id: null,
    paid_at: "2023-11-14T22:13:21.500Z",
    buyer_pubkey: PRINCIPAL.party.slice(4),
    provider_pubkey: AGENT.party.slice(4),
    market: SERVER.party,
    contract: id,
    leg,
    buyer: PRINCIPAL.party,
    provider: AGENT.party,
    payee: { role: told.legs[0]?.to.role, party: told.legs[0]?.to.party },
    asset: "XNO",
    amount: formatAmount(told.legs[0]!.amount, told.legs[0]!.asset),
    settled: { seq: BigInt(entries.length - 1), head: entryHash(entries.at(-1)!) },
  });
  expect(told.nowMs).toBe(START_MS + 1_500);
});

test("the receipt of a job names its hash, its trajectory and the buyer's policy", () => {
  const told = paidJob();
  const agent = receiptsIn(told.transcript()).find(({ payee }) => payee.role === "agent");
  expect(agent).toMatchObject({
    jobId: contractId(told.terms),
    jobHash: hashOf(PAYLOAD),
    sessionId: "trajectory-1",
    trajectoryId: "trajectory-1",
    trajectoryHash: TRAJECTORY_HASH,
    verificationHash: hashOf(EVIDENCE),
    policyBundleId: "policy-7",
    approvalRuleId: "under-5-dollars",
    assetId: "CREDIT:BTC",
    amountMsats: 700_001n,
    amount: "0.00000700001",
  });
});

describe("a trajectory is taken from the result", () => {
  test("of a payload that is an artifact the envelope names it", () => {
    const stored = { payload: null, payload_artifact: `sha256:${"a".repeat(64)}` };
    const named = { trajectory_id: "trajectory-2", trajectory_hash: TRAJECTORY_HASH };
    const receiptOf = (envelope: JsonObject) =>
      receiptsIn(paidJob(result({ ...stored, ...envelope })).transcript())[0];
    expect(receiptOf(named)).toMatchObject({
      sessionId: "trajectory-2",
      trajectoryId: "trajectory-2",
      trajectoryHash: TRAJECTORY_HASH,
    });
    expect(receiptOf({})).toMatchObject({ sessionId: null, trajectoryHash: null });
  });

  test("a session that the result names goes before the trajectory's id", () => {
    const [receipt] = receiptsIn(paidJob(result({}, { session_id: "s-1" })).transcript());
    expect(receipt).toMatchObject({ sessionId: "s-1", trajectoryId: "trajectory-1" });
  });
});

test("a job without a schema, or with an unreadable hash, has no job hash", () => {
  for (const changes of [{ schema_id: null }, { job_hash: "abc" }, { job_hash: 5n }]) {
    const [receipt] = receiptsIn(paidJob(result(changes), jobTerms(changes)).transcript());
    expect(receipt).toMatchObject({ jobHash: null, trajectoryId: null });
  }
});

test("a provider on Nostr has an npub", () => {
  const key = "7e7e9c42a91bfef19fa929e5fda1b72e0ebc1a4c1141673e2794234d86addf4e";
  const provider = { ...toySigner("nostr"), party: `nostr:${key}` as Party };
  const told = paidJob(result({}, {}, provider.party), jobTerms(), provider);
  const receipts = receiptsOf(told.transcript(), () => true);
  expect(receipts.ok && receiptJson(receipts.value[0]!)).toMatchObject({
    provider_id: "npub10elfcs4fr0l0r8af98jlmgdh9c8tcxjvz9qkw038js35mp4dma8qzvjptg",
    provider: provider.party,
    provider_pubkey: key,
  });
});

test("each leg belongs to the agent whose seat it settled, with that agent's work", () => {
  const receipts = receiptsIn(paidSecondAgent().transcript());
  const failed = hashOf({ exit_code: 2n });
  const of = (provider: Party) => receipts.filter((receipt) => receipt.provider === provider);
  expect(of(AGENT.party).length).toBeGreaterThan(0);
  expect(new Set(of(AGENT.party).map((receipt) => receipt.verificationHash))).toEqual(
    new Set([failed]),
  );
  expect(of(RIVAL.party).length).toBeGreaterThan(0);
  expect(new Set(of(RIVAL.party).map((receipt) => receipt.verificationHash))).toEqual(
    new Set([hashOf(EVIDENCE)]),
  );
  expect(of(AGENT.party).length + of(RIVAL.party).length).toBe(receipts.length);
});

test("an agent that handed in nothing has no evidence of an earlier one's work", () => {
  const told = fixed()
    .act(PRINCIPAL, "verify", { success: false, evidence: { exit_code: 2n } })
    .act(AGENT, "back_out")
    .act(RIVAL, "bond")
    .act(RIVAL, "accept")
    .wait(60)
    .act(RIVAL, "back_out")
    .lapse()
    .act(SERVER, "settled");
  const receipts = receiptsIn(told.transcript()).filter(({ provider }) => provider === RIVAL.party);
  expect(receipts.length).toBeGreaterThan(1);
  expect(receipts.map(({ verificationHash }) => verificationHash)).toEqual(
    receipts.map(() => null),
  );
});

test("evidence about an earlier result is not stated for a later one", () => {
  const told = fixed()
    .act(PRINCIPAL, "verify", { success: false, evidence: { exit_code: 2n } })
    .act(AGENT, "fix")
    .lapse()
    .lapse()
    .act(SERVER, "settled");
  expect(receiptsIn(told.transcript())[0]?.verificationHash).toBeNull();
});

test("a verdict of the court's own run is the evidence", () => {
  const evidence = { exit_code: 0n, output: "ok", seconds: new Float(0.25) };
  const told = rechecked();
  told.act(SERVER, "checked", { ...sampleData("checked", told.state), verdict: "pass", evidence });
  told.lapse().act(SERVER, "settled");
  expect(receiptsIn(told.transcript())[0]?.verificationHash).toBe(hashOf(evidence));
});

test("an unclaimed contract pays its principal without a provider", () => {
  const [receipt] = receiptsIn(
    awaitingDeposit({ pots: accepted().terms.pots }).lapse().act(SERVER, "settled").transcript(),
  );
  expect(receipt).toMatchObject({ provider: null, payee: { role: "principal" } });
});

test("on a chain the proof is what the settled entry says, or none", () => {
  const told = awaitingDeposit().act(SERVER, "funded").lapse();
  const [leg] = told.legs;
  const lines = [{ leg: leg!.key, proof: "ab".repeat(32) }];
  const proved = receiptsIn(told.act(SERVER, "settled", { legs: lines }).transcript());
  expect(proved[0]).toMatchObject({
    rail: "onchain",
    assetId: "XNO",
    paymentProof: { type: "onchain_txid", value: "ab".repeat(32) },
  });
  for (const legs of [null, [], [7n], [{ leg: leg!.key, proof: "x".repeat(9_000) }]]) {
    const other = awaitingDeposit().act(SERVER, "funded").lapse().act(SERVER, "settled", { legs });
    expect(receiptsIn(other.transcript())[0]?.paymentProof).toBeNull();
  }
});

test("millisatoshi that no double holds are left to the exact text", () => {
  const terms = jobTerms();
  const bounty = 2n ** 60n;
  const pots = [{ ...terms.pots[0], bounty, due: { principal: bounty, agent: 0n } } as never];
  const receipts = receiptsIn(paidJob(result(), { ...terms, pots }).transcript());
  const [agent] = receipts.filter(({ payee }) => payee.role === "agent");
  expect(agent).toMatchObject({ amountMsats: null });
  expect(Number(agent?.amount)).toBeGreaterThan(90_000);
});

test("a time that has no year of four digits is refused", () => {
  const { entries, receivedAt, id } = paidCommand().transcript();
  const late = { id, entries, receivedAt: receivedAt.with(-1, Number.MAX_SAFE_INTEGER) };
  expect(receiptsOf(late, toyVerify)).toMatchObject({ refusal: { code: "broken_chain" } });
});

test("in steps it gives the same, with a pause after every entry before the last", async () => {
  const { id, entries, receivedAt } = paidCommand().transcript();
  let pauses = 0;
  const pause = async () => {
    pauses += 1;
  };
  const receipts = await receiptsOfInSteps({ id, entries, receivedAt }, toyVerify, pause);
  expect(receipts).toEqual(receiptsOf({ id, entries, receivedAt }, toyVerify));
  expect(pauses).toBe(entries.length - 1);
});

/** The record of a dispute in every state, over the real door and market, with a clock that tests move. */
import { randomUUID } from "node:crypto";
import { BTC, chainJson, type JsonObject, rfc8785Hash, sha256Hex } from "@bazaar/kernel";
import { type Checked, JudgeUnavailable, type Opinion } from "@bazaar/market/ports";
import { jobEnvelope, resultEnvelope, SAMPLE_JOBS, sampleOffer } from "@bazaar/testkit";
import { describe, expect, test } from "vitest";
import type { Connection } from "../../connection/connection.ts";
import type { Contract } from "../../connection/contract.ts";
import { InProcess, taken } from "../connect/test/in-process.ts";
import { TRIGGERS, triggerOf } from "./dispute-trigger.ts";

const TEXT = "oa.text_gen.v1";
const HOUR_MS = 3_600_000;
const AGAIN_MS = 5_000;
const SATS = 1_000n * 1_000n;
const HONEST = { text: "Hello.", claimed_sha256: sha256Hex("Hello.") };
const BROKEN = { reason: "It broke." };
/** What the buyer shows: the result states another hash. */
const WRONG = { text: "Hello.", claimed_sha256: "0".repeat(64) };

const hashOf = (evidence: JsonObject): string => {
  const hash = rfc8785Hash(evidence, "doubles");
  return hash.ok ? hash.value : "";
};

/** A job for 5,000 sats that was handed in, before a judge if one is named. */
class Handed implements AsyncDisposable {
  readonly place: InProcess;
  readonly buyer: Connection;
  readonly provider: Connection;
  contract: Contract;
  /** Of the check that is run again; null: it still runs. */
  checked: Checked | null = null;
  /** What the court says; null: it cannot be reached. */
  ruling: Opinion["answer"] | null = null;

  private constructor(place: InProcess, buyer: Connection, provider: Connection, of: Contract) {
    this.place = place;
    this.buyer = buyer;
    this.provider = provider;
    this.contract = of;
  }

  static async open(isJudged = false): Promise<Handed> {
    let handed: Handed | null = null;
    const place = await InProcess.open({
      needs: (needs) => {
        const { profiles, ...market } = sampleOffer(needs.signer.party, needs.signer.party);
        const jobs = profiles["job/1"];
        if (jobs === undefined) throw new Error("the sample offer has jobs");
        const [usual] = jobs.money;
        const inBitcoin = { ...usual, currency: "BTC", chain: "ledger", asset: BTC };
        const bounds = { bountyMinimum: 1n, bountyMaximum: 10n ** 12n };
        const money = [{ ...inBitcoin, ...bounds } as (typeof jobs.money)[number]];
        return {
          ...needs,
          offer: { ...market, profiles: { ...profiles, "job/1": { ...jobs, money } } },
          reviewTerms: () => null,
          grants: { ...needs.grants, starting: () => 10_000n * SATS },
          checker: { run: async () => handed?.checked ?? null },
          judge: { opine: async () => opinionOf(handed?.ruling ?? null) },
        };
      },
    });
    const [buyer, provider] = [place.connect(), place.connect()];
    const judge = isJudged ? { judge: place.under.server.party } : {};
    const request = { ...SAMPLE_JOBS[TEXT]?.request, idempotency_key: randomUUID() };
    const document = { ...jobEnvelope(TEXT, request), provider: provider.party, ...judge };
    const budget = { amount: "0.00005", currency: "BTC" };
    const posted = taken(await buyer.post({ ...document, budget })).contract;
    handed = new Handed(place, buyer, provider, posted);
    await handed.act(provider, "accept");
    const { job_hash } = posted.state.terms.work.spec;
    const result = { ...resultEnvelope(TEXT, provider.party), job_hash: job_hash ?? "" };
    await handed.act(provider, "fix", { fix: chainJson(result) });
    return handed;
  }

  async act(by: Connection, name: Parameters<Connection["act"]>[1], data: JsonObject = {}) {
    this.contract = taken(await by.act(this.contract, name, data)).contract;
  }

  async file(evidence: JsonObject = WRONG): Promise<void> {
    await this.act(this.buyer, "dispute_filed", { argument: "not the text", evidence });
  }

  async respond(evidence: JsonObject = HONEST): Promise<void> {
    await this.act(this.provider, "dispute_response", { argument: "it is", evidence });
  }

  /** The check is run again with this verdict. */
  async runAgain(verdict: Checked["verdict"], evidence: JsonObject = {}): Promise<void> {
    this.checked = { verdict, evidence };
    // It is asked for again until it answers.
    await this.place.under.wait(AGAIN_MS);
    this.contract = taken(await this.buyer.contract(this.contract));
  }

  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  async dispute(): Promise<any> {
    const response = await this.place.under.ask(`/jobs/${this.contract.id}/dispute`);
    return response.json();
  }

  async payment(): Promise<string> {
    const response = await this.place.under.ask(`/jobs/${this.contract.id}`);
    return ((await response.json()) as { payment: { status: string } }).payment.status;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.place[Symbol.asyncDispose]();
  }
}

function opinionOf(answer: Opinion["answer"] | null): Opinion {
  if (answer === null) throw new JudgeUnavailable("nobody is there");
  return { answer, reasoning: `scripted ${answer}`, details: {} };
}

test("a job that nobody disputes has no record, and neither has one that was only rejected", async () => {
  await using job = await Handed.open();
  expect(await job.dispute()).toBeNull();
  await job.act(job.buyer, "verify", { success: false, evidence: WRONG });
  expect(await job.dispute()).toBeNull();
});

test("filed, it is open for 24 hours, and says what the buyer has shown", async () => {
  await using job = await Handed.open();
  await job.file();
  expect(await job.dispute()).toEqual({
    job_id: job.contract.id.slice(0, 32),
    filed_by: "buyer",
    trigger: "hash_mismatch",
    evidence_hash: hashOf(WRONG),
    checks: [
      { name: "hash_matches", passed: false, details: expect.any(String) },
      { name: "length_within", passed: true, details: null },
    ],
    buyer_pubkey: job.buyer.party,
    provider_pubkey: job.provider.party,
    status: "open",
    respond_by: (job.place.under.nowMs + 24 * HOUR_MS) / 1_000,
    counter_evidence_hash: null,
    automatic: null,
    rulings: [],
    resolution: null,
  });
  expect(await job.payment()).toBe("disputed");
});

test("answered, the provider's evidence stands beside the buyer's until the check has run again", async () => {
  await using job = await Handed.open();
  await job.file();
  await job.respond();
  expect(await job.dispute()).toMatchObject({
    status: "provider_responded",
    trigger: "hash_mismatch",
    evidence_hash: hashOf(WRONG),
    counter_evidence_hash: hashOf(HONEST),
    respond_by: null,
    automatic: null,
    resolution: null,
  });
});

test("without an answer it is reviewed once the 24 hours are over, and not before", async () => {
  await using job = await Handed.open();
  await job.file();
  await job.place.under.wait(24 * HOUR_MS - 1);
  expect((await job.dispute()).status).toBe("open");
  await job.place.under.wait(2);
  expect(await job.dispute()).toMatchObject({ status: "under_review", respond_by: null });
});

describe("the check that is run again", () => {
  test.each([
    { shows: HONEST, verdict: "pass", winner: "provider", delta: 5, refund: null },
    { shows: WRONG, verdict: "fail", winner: "buyer", delta: -10, refund: 5_000 },
    { shows: BROKEN, verdict: "no_verdict", winner: "split", delta: -5, refund: 2_500 },
  ] as const)("with $verdict resolves it for $winner", async (row) => {
    await using job = await Handed.open();
    await job.file();
    await job.respond();
    await job.runAgain(row.verdict, row.shows);
    expect(await job.dispute()).toMatchObject({
      status: "resolved",
      trigger: "hash_mismatch",
      evidence_hash: hashOf(WRONG),
      automatic: { verdict: row.verdict, evidence_hash: hashOf(row.shows) },
      resolution: {
        winner: row.winner,
        reasoning: expect.stringContaining("run again"),
        provider_reputation_delta: row.delta,
        refund_sats: row.refund,
      },
    });
    const status = row.verdict === "fail" ? "verification_failed" : "paying";
    expect(await job.payment()).toBe(status);
  });
});

describe("without a verdict it goes to the court of the terms", () => {
  async function escalated(): Promise<Handed> {
    const job = await Handed.open(true);
    await job.file();
    await job.respond();
    await job.runAgain("no_verdict", { reason: "The sandbox broke." });
    return job;
  }

  test("where it is under review, and a ruling resolves nothing until it is final", async () => {
    await using job = await escalated();
    expect(await job.dispute()).toMatchObject({
      status: "under_review",
      trigger: "hash_mismatch",
      automatic: { verdict: "no_verdict", reason: "The sandbox broke." },
      rulings: [],
      resolution: null,
    });
  });

  test.each<{
    ruling: Opinion["answer"];
    winner: string;
    delta: number;
    refund: number | null;
  }>([
    { ruling: "fulfilled", winner: "provider", delta: 5, refund: null },
    { ruling: "evil_principal", winner: "provider", delta: 5, refund: null },
    { ruling: "canceled", winner: "buyer", delta: -10, refund: 5_000 },
    { ruling: "evil_agent", winner: "buyer", delta: -10, refund: 5_000 },
    { ruling: "evil_both", winner: "buyer", delta: -10, refund: 5_000 },
    { ruling: "split", winner: "split", delta: -5, refund: 2_500 },
    { ruling: "impossible", winner: "split", delta: 0, refund: 5_000 },
  ])("$ruling is for $winner", async ({ ruling, winner, delta, refund }) => {
    await using job = await Handed.open(true);
    job.ruling = ruling;
    await job.file();
    await job.respond();
    await job.runAgain("no_verdict");
    expect(await job.dispute()).toMatchObject({
      status: "under_review",
      rulings: [{ bench: "district", outcome: ruling }],
      resolution: null,
    });
    await job.place.under.wait(31_000);
    expect(await job.dispute()).toMatchObject({
      status: "resolved",
      resolution: {
        winner,
        reasoning: `scripted ${ruling}`,
        provider_reputation_delta: delta,
        refund_sats: refund,
      },
    });
  });

  test("a court that says nothing voids it: the buyer is refunded and nobody is blamed", async () => {
    await using job = await escalated();
    await job.place.under.wait(61_000);
    expect(await job.dispute()).toMatchObject({
      status: "resolved",
      resolution: { winner: "split", provider_reputation_delta: 0, refund_sats: 5_000 },
    });
  });

  test("an appeal is under review too, and the last ruling counts", async () => {
    await using job = await Handed.open(true);
    job.ruling = "fulfilled";
    await job.file();
    await job.respond();
    await job.runAgain("no_verdict");
    job.ruling = null;
    await job.act(job.buyer, "appeal", { argument: "it is not" });
    expect(await job.dispute()).toMatchObject({ status: "under_review", resolution: null });
    job.ruling = "canceled";
    await job.act(job.provider, "dispute_response", { argument: "it is" });
    await job.place.under.wait(AGAIN_MS);
    expect(await job.dispute()).toMatchObject({
      status: "under_review",
      rulings: [
        { bench: "district", outcome: "fulfilled" },
        { bench: "appeals", outcome: "canceled" },
      ],
      resolution: null,
    });
    await job.place.under.wait(31_000);
    expect(await job.dispute()).toMatchObject({
      status: "resolved",
      resolution: { winner: "buyer", reasoning: "scripted canceled", refund_sats: 5_000 },
    });
  });
});

test("a provider that contests a rejection files it, and the trigger is what the buyer showed", async () => {
  await using job = await Handed.open();
  for (const _ of Array.from({ length: job.contract.state.terms.rules.maxAttempts })) {
    if (job.contract.state.phase !== "verifying") {
      const fix = job.contract.transcript.entries.findLast(({ type }) => type === "fix")?.data.fix;
      await job.act(job.provider, "fix", { fix: fix ?? "" });
    }
    await job.act(job.buyer, "verify", { success: false, evidence: WRONG });
  }
  expect(job.contract.state.phase).toBe("contest");
  await job.act(job.provider, "dispute_filed", { argument: "it is", evidence: HONEST });
  expect(await job.dispute()).toMatchObject({
    filed_by: "provider",
    trigger: "hash_mismatch",
    evidence_hash: hashOf(WRONG),
    counter_evidence_hash: hashOf(HONEST),
    status: "open",
  });
});

test("of a silent buyer the market asks, and the record shows what the market found", async () => {
  await using job = await Handed.open();
  const { executionSeconds, reviewSeconds } = job.contract.state.terms.rules;
  await job.place.under.wait((executionSeconds + 121) * 1_000);
  await job.place.under.wait((reviewSeconds + 1) * 1_000);
  expect(await job.dispute()).toMatchObject({ filed_by: "market", status: "under_review" });
  await job.runAgain("fail", WRONG);
  expect(await job.dispute()).toMatchObject({
    trigger: "hash_mismatch",
    evidence_hash: hashOf(WRONG),
    status: "resolved",
    resolution: { winner: "buyer" },
  });
});

test.each([
  { failed: "hash_matches", trigger: "hash_mismatch" },
  { failed: "output_hashes_match", trigger: "hash_mismatch" },
  { failed: "previews_match", trigger: "hash_mismatch" },
  { failed: "applies_cleanly", trigger: "patch_fails_to_apply" },
  { failed: "tests_pass", trigger: "tests_fail_after_patch" },
  { failed: "verification:1", trigger: "tests_fail_after_patch" },
  { failed: "trajectory_signed", trigger: "trajectory_invalid" },
  { failed: "paths_allowed", trigger: "security_issue" },
  { failed: "tests_untouched", trigger: "security_issue" },
  { failed: "schema_valid", trigger: "output_irrelevant" },
] as const)("a dispute after $failed failed is about $trigger", ({ failed, trigger }) => {
  const steps = [
    { name: "not_empty", verdict: "pass" as const, details: null },
    { name: failed, verdict: "fail" as const, details: null },
  ];
  const evidence = { runs: [{ stopped_by: "time" }] };
  expect(triggerOf({ steps, evidence, isLate: false })).toBe(trigger);
  expect(triggerOf({ steps, evidence, isLate: true })).toBe("timeout");
  expect(triggerOf({ steps: steps.slice(0, 1), evidence, isLate: false })).toBe("timeout");
  expect(triggerOf({ steps: [], evidence: null, isLate: false })).toBe("output_irrelevant");
  expect(TRIGGERS).toContain(trigger);
});

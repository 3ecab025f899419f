import {
  AGENT,
  JUDGE,
  jobEnvelope,
  PRINCIPAL,
  RIVAL,
  SAMPLE_JOBS,
  sampleOffer,
  units,
} from "@bazaar/testkit";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../canonical/json.ts";
import { parseTerms } from "../../contract/parse-terms.ts";
import type { Terms } from "../../contract/terms.ts";
import { termsJson } from "../../contract/terms-json.ts";
import { contradiction, fillTerms } from "../offer.ts";

const DOCUMENT: JsonObject = {
  kind: "run",
  spec: { command: "make test" },
  verification: [{ method: "exit_code", expected: 0n }],
  budget: { amount: "1", currency: "XNO" },
};
const author = { principal: PRINCIPAL.party, nonce: "10".repeat(32) };
const fill = (document: JsonObject) => fillTerms("job/1", document, author, sampleOffer());

function filled(changes: JsonObject = {}): Terms {
  const terms = fill({ ...DOCUMENT, ...changes });
  if (!terms.ok) throw new Error(JSON.stringify(terms.refusal));
  return terms.value;
}

describe("a job becomes terms", () => {
  test("that hold the budget and pay after the check", () => {
    const terms = filled({ colour: "red" });
    expect(terms).toMatchObject({
      agent: null,
      work: { kind: "run", spec: { command: "make test" } },
      court: { kind: "none", replays: true },
      pots: [{ schedule: "pay-after-verify", due: { principal: units("1"), agent: 0n } }],
      rules: { profile: "job/1", looksFirst: false, reopens: false, responseSeconds: 86_400 },
      document: { colour: "red" },
    });
    expect(parseTerms(termsJson(terms))).toEqual({ ok: true, value: terms });
  });

  test("for one provider, with shares, a judge and limits of its own", () => {
    const changes = {
      provider: AGENT.party,
      author: RIVAL.party,
      judge: JUDGE.party,
      time_limit: 600n,
      max_attempts: 2n,
      review_window: 3_600n,
    };
    expect(filled(changes)).toMatchObject({
      agent: AGENT.party,
      court: { kind: "tiered", judge: JUDGE.party },
      pots: [{ author: { party: RIVAL.party, bps: 1_500n }, referrer: null }],
      rules: { executionSeconds: 600, turnSeconds: 600, maxAttempts: 2, reviewSeconds: 3_600 },
    });
  });
});

describe("a job with a schema becomes terms", () => {
  const PATCH = "oa.patch_gen.v1";
  const schemaJob = (payload?: JsonObject): JsonObject => ({
    ...jobEnvelope(PATCH, payload),
    budget: { amount: "1", currency: "XNO" },
  });
  const request = SAMPLE_JOBS[PATCH]?.request ?? {};

  function schemaTerms(document: JsonObject): Terms {
    const terms = fill(document);
    if (!terms.ok) throw new Error(JSON.stringify(terms.refusal));
    return terms.value;
  }

  test("whose work is the envelope, and whose check is what the payload asks for", () => {
    const terms = schemaTerms(schemaJob());
    expect(terms).toMatchObject({
      work: { kind: "patch", spec: jobEnvelope(PATCH) },
      checks: [
        {
          method: "patch",
          disallowedPaths: [".env"],
          protectedPaths: ["test/**"],
          commands: ["node test.js", "node --check sum.js"],
        },
      ],
      court: { kind: "none", replays: true },
      rules: { executionSeconds: 900, turnSeconds: 900 },
    });
    expect(parseTerms(termsJson(terms))).toEqual({ ok: true, value: terms });
    expect(contradiction(terms, schemaJob())).toBeNull();
  });

  test.each(Object.keys(SAMPLE_JOBS))("%s: with the check that its payload asks for", (id) => {
    const terms = schemaTerms({ ...jobEnvelope(id), budget: { amount: "1", currency: "XNO" } });
    expect(terms.checks).toHaveLength(1);
    expect(terms.checks[0]?.method).not.toBe("principal");
    expect(parseTerms(termsJson(terms))).toEqual({ ok: true, value: terms });
  });

  test("with checks and limits of the document beside those of the payload", () => {
    const terms = schemaTerms({
      ...schemaJob(),
      verification: [{ method: "principal" }],
      time_limit: 60n,
    });
    expect(terms.checks.map(({ method }) => method)).toEqual(["patch", "principal"]);
    expect(terms.rules).toMatchObject({ executionSeconds: 60, turnSeconds: 60 });
  });

  test("unless the document contradicts them", () => {
    const other = schemaJob({ ...request, title: "Another issue" });
    expect(contradiction(schemaTerms(schemaJob()), other)).toBe("job");
  });

  test("with a budget in bitcoin up to the ceiling of the payload", () => {
    const inBitcoin = (amount: string) =>
      fill({ ...schemaJob(), budget: { amount, currency: "BTC" } });
    expect(inBitcoin("0.00005")).toMatchObject({ ok: true });
    expect(inBitcoin("0.00005000001")).toMatchObject({
      refusal: { code: "malformed_terms", field: "job.budget.amount" },
    });
  });

  test.each([
    { what: "another schema", changes: { schema_id: "oa.none.v1" }, field: "job.schema_id" },
    {
      what: "a changed payload",
      changes: { payload: { ...request, title: "x" } },
      field: "job.job_hash",
    },
    { what: "no title", changes: { payload: {} }, field: "job.payload.title" },
    {
      what: "a check that no result of the schema can pass",
      changes: { verification: [{ method: "exit_code", expected: 0n }] },
      field: "job.verification",
    },
    {
      what: "the same check twice",
      changes: { verification: [{ method: "trajectory" }, { method: "trajectory" }] },
      field: "job.verification",
    },
  ])("but not with $what", ({ changes, field }) => {
    expect(fill({ ...schemaJob(), ...changes })).toMatchObject({
      refusal: { code: "malformed_terms", field },
    });
  });
});

test.each([
  { when: "its check cannot be run again", changes: { verification: [{ method: "principal" }] } },
  { when: "the terms do not say what to run", changes: { kind: "patch" } },
  { when: "the market cannot run it", offer: { replays: false } },
])("a job without a judge is not replayed when $when", ({ changes = {}, offer = {} }) => {
  const { profiles, ...market } = sampleOffer();
  const jobs = { ...profiles["job/1"]!, ...offer };
  const terms = fillTerms("job/1", { ...DOCUMENT, ...changes }, author, {
    ...market,
    profiles: { "job/1": jobs },
  });
  expect(terms.ok && terms.value.court).toEqual({ kind: "none" });
});

test("a job may have a panel where the market calls one, and not a judge too", () => {
  expect(filled({ panel: true }).court).toMatchObject({ kind: "panel", pool: "receipts" });
  expect(fill({ ...DOCUMENT, panel: true, judge: JUDGE.party })).toMatchObject({
    refusal: { field: "job.panel" },
  });
  const { profiles, ...market } = sampleOffer();
  const offer = { ...market, profiles: { "job/1": { ...profiles["job/1"]!, hasPanel: false } } };
  expect(fillTerms("job/1", { ...DOCUMENT, panel: true }, author, offer)).toMatchObject({
    refusal: { code: "unsupported_terms", value: "panel" },
  });
});

test.each([
  { what: "a command", changes: { kind: "command" }, field: "job.kind" },
  { what: "no checks", changes: { verification: [] }, field: "job.verification" },
  {
    what: "a check that is there twice",
    changes: { verification: [0n, 1n].map((expected) => ({ method: "exit_code", expected })) },
    field: "job.verification",
  },
  {
    what: "two checks that are decided by the same evidence",
    changes: {
      verification: [
        { method: "run", commands: [{ cmd: "make", continue_on_fail: true }] },
        { method: "index", index_types: ["digests"] },
      ],
    },
    field: "job.verification",
  },
  {
    what: "a schema in its work, and checks of its own",
    changes: { kind: "text", spec: jobEnvelope("oa.text_gen.v1") },
    field: "job.spec",
  },
  {
    what: "a budget below the least",
    changes: { budget: { amount: "0.1", currency: "XNO" } },
    field: "job.budget.amount",
  },
  { what: "a time limit of a second", changes: { time_limit: 1n }, field: "job.time_limit" },
  { what: "quotes", changes: { quotes: true }, field: "job.quotes" },
  { what: "a group", changes: { group: { id: "g", size: 2n, kind: "race" } }, field: "job.group" },
  { what: "a provider that is not a key", changes: { provider: "me" }, field: "job.provider" },
])("a job with $what is refused", ({ changes, field }) => {
  expect(fill({ ...DOCUMENT, ...changes })).toMatchObject({
    refusal: { code: "malformed_terms", field },
  });
});

test.each([
  { what: "job", changes: { spec: { command: "make" } } },
  { what: "job", changes: { kind: "patch" } },
  { what: "provider", changes: { provider: AGENT.party } },
  { what: "rule", changes: { time_limit: 60n } },
  { what: "check", changes: { verification: [{ method: "principal" }] } },
  { what: "judge", changes: { judge: JUDGE.party } },
  { what: "judge", changes: { panel: true } },
  { what: "budget", changes: { budget: { amount: "2", currency: "XNO" } } },
  { what: "share", changes: { referrer: RIVAL.party } },
])("terms that state another $what contradict the job", ({ what, changes }) => {
  expect(contradiction(filled(), DOCUMENT)).toBeNull();
  expect(contradiction(filled(), { ...DOCUMENT, ...changes })).toBe(what);
});

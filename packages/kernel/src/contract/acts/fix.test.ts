import {
  AGENT,
  accepted,
  bonded,
  failed,
  fixed,
  jobEnvelope,
  PRINCIPAL,
  quotable,
  RIVAL,
  resultEnvelope,
  reviewed,
  type Story,
} from "@bazaar/testkit";
import { describe, expect, test } from "vitest";
import { chainJson } from "../../canonical/chain-json.ts";
import type { JsonObject } from "../../canonical/json.ts";
import { actTable } from "../test/act-table.ts";

const fix = "make CC=gcc";

const TEXT = "oa.text_gen.v1";
const job = (): Story => accepted({ work: { kind: "text", spec: jobEnvelope(TEXT) } });

/** A result of that job, with changes to its envelope and its payload. */
function result(envelope: JsonObject = {}, payload: JsonObject = {}): string {
  return chainJson({ ...resultEnvelope(TEXT, AGENT.party, payload), ...envelope });
}

actTable("fix", AGENT, [
  { when: "it is a result of the job", told: job(), data: { fix: result() }, to: "verifying" },
  {
    when: "it is a result that is an artifact",
    told: job(),
    data: { fix: result({ payload: null, payload_artifact: `sha256:${"a".repeat(64)}` }) },
    to: "verifying",
  },
  { when: "it is not a result", told: job(), data: { fix }, to: "malformed_act" },
  {
    when: "it is the result of another job",
    told: job(),
    data: { fix: result({ job_hash: `sha256:${"0".repeat(64)}` }) },
    to: "malformed_act",
  },
  {
    when: "the result lacks what its schema requires",
    told: job(),
    data: { fix: result({}, { text: null }) },
    to: "malformed_act",
  },
  {
    when: "the result names another provider",
    told: job(),
    data: { fix: chainJson(resultEnvelope(TEXT, RIVAL.party)) },
    to: "malformed_act",
  },
  {
    when: "the result has an invoice that no rail takes",
    told: job(),
    data: { fix: result({}, { invoice: "lnbc1" }) },
    to: "malformed_act",
  },
  {
    when: "the result costs all that the job may cost",
    told: job(),
    data: { fix: result({}, { cost_sats: 5_000n }) },
    to: "verifying",
  },
  {
    when: "the result costs more than the job may cost",
    told: job(),
    data: { fix: result({}, { cost_sats: 5_001n }) },
    to: "malformed_act",
  },
  {
    when: "a job's result brings its own command",
    told: job(),
    data: { fix: result(), command: "true" },
    to: "malformed_act",
  },
  {
    when: "work that is not a failed command brings its own command",
    told: accepted({ work: { kind: "run", spec: { command: "make test" } } }),
    data: { fix, command: "true" },
    to: "malformed_act",
  },
  { when: "it has no explanation", told: accepted(), data: { fix }, to: "verifying" },
  {
    when: "it corrects the command",
    told: accepted(),
    data: { fix, command: "make -k test" },
    to: "verifying",
  },
  {
    when: "the corrected command is empty",
    told: accepted(),
    data: { fix, command: "" },
    to: "malformed_act",
  },
  { when: "it is empty", told: accepted(), data: { fix: "" }, to: "malformed_act" },
  { when: "it is only white space", told: accepted(), data: { fix: " \n" }, to: "malformed_act" },
  {
    when: "it is a corrected command alone",
    told: accepted(),
    data: { fix: "", command: "make -k test" },
    to: "verifying",
  },
  { when: "it is missing", told: accepted(), data: {}, to: "malformed_act" },
  {
    when: "it has the maximum length",
    told: accepted(),
    data: { fix: "a".repeat(100_000) },
    to: "verifying",
  },
  {
    when: "it is longer",
    told: accepted(),
    data: { fix: "a".repeat(100_001) },
    to: "malformed_act",
  },
  {
    when: "its explanation is too long",
    told: accepted(),
    data: { fix, explanation: "a".repeat(20_001) },
    to: "malformed_act",
  },
  {
    when: "it names a price where the bounty is fixed",
    told: accepted(),
    data: { fix, price: "0.1" },
    to: "price_not_allowed",
  },
  { when: "it is the second at once", told: fixed(), data: { fix }, to: "fix_pending" },
  { when: "the review runs", told: reviewed(), data: { fix }, to: "fix_pending" },
  { when: "nothing was accepted", told: bonded(), data: { fix }, to: "wrong_phase" },
  {
    when: "the principal sends it",
    told: accepted(),
    by: PRINCIPAL,
    data: { fix },
    to: "not_a_party",
  },
  { when: "a rival sends it", told: accepted(), by: RIVAL, data: { fix }, to: "not_a_party" },
  {
    when: "a command is still open",
    told: accepted().act(AGENT, "investigate"),
    data: { fix },
    to: "verifying",
  },
  {
    when: "it lands on the deadline",
    told: accepted().waitForDeadline(),
    data: { fix },
    to: "verifying",
  },
  {
    when: "it is one millisecond late",
    told: accepted().wait(120.001),
    data: { fix },
    to: "deadline_passed",
  },
]);

test("ends grace for both sides", () => {
  expect(fixed().state.seat?.graceEndsMs).toBeNull();
  expect(failed().state.seat?.graceEndsMs).toBeNull();
});

test("in autonomous mode a fix goes to review, and silence fulfils", () => {
  const told = fixed({ rules: { mode: "autonomous" } });
  expect(told.state).toMatchObject({ phase: "review", deadline: { kind: "review" } });
  expect(told.lapse().phase).toBe("fulfilled");
  expect(reviewed().lapse().paid).toBe(told.paid);
});

describe("a price", () => {
  const quoted = (price: string): Story => quotable().act(AGENT, "accept", { price });

  actTable("fix", AGENT, [
    {
      when: "it comes with the fix",
      told: quotable().act(AGENT, "accept"),
      data: { fix, price: "0.8" },
      to: "verifying",
    },
    {
      when: "the fix lowers it",
      told: quoted("0.8"),
      data: { fix, price: "0.7" },
      to: "verifying",
    },
    {
      when: "the fix repeats it",
      told: quoted("0.8"),
      data: { fix, price: "0.8" },
      to: "verifying",
    },
    {
      when: "the fix raises it",
      told: quoted("0.8"),
      data: { fix, price: "0.9" },
      to: "price_not_allowed",
    },
  ]);
});

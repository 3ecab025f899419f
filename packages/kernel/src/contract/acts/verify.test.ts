import {
  AGENT,
  accepted,
  contested,
  fixed,
  PRINCIPAL,
  RIVAL,
  reviewed,
  type Story,
} from "@bazaar/testkit";
import { expect, test } from "vitest";
import type { JsonObject } from "../../canonical/json.ts";
import { actTable } from "../test/act-table.ts";

const tried = (times: number, attempts = 5): Story => {
  const told = accepted({ rules: { maxAttempts: attempts } });
  for (let time = 0; time < times; time += 1) {
    told.act(AGENT, "fix").act(PRINCIPAL, "verify", { success: false });
  }
  return told;
};

const no = { success: false };
const yes = { success: true };
const large = (length: number): JsonObject => ({
  ...yes,
  evidence: { output: "a".repeat(length) },
});

const matches = { checks: [{ method: "output_match", pattern: "ok" }] } as const;

actTable("verify", PRINCIPAL, [
  { when: "it passed", told: fixed(), data: yes, to: "fulfilled" },
  { when: "it failed", told: fixed(), data: no, to: "in_progress" },
  {
    when: "it failed for the fourth time of five",
    told: tried(3).act(AGENT, "fix"),
    data: no,
    to: "in_progress",
  },
  {
    when: "it failed for the fifth time of five",
    told: tried(4).act(AGENT, "fix"),
    data: no,
    to: "contest",
  },
  {
    when: "it passed at the fifth attempt",
    told: tried(4).act(AGENT, "fix"),
    data: yes,
    to: "fulfilled",
  },
  {
    when: "it failed and there was one attempt",
    told: tried(0, 1).act(AGENT, "fix"),
    data: no,
    to: "contest",
  },
  { when: "it failed in review", told: reviewed(), data: no, to: "in_progress" },
  { when: "it passed in review", told: reviewed(), data: yes, to: "fulfilled" },
  { when: "there is no fix", told: accepted(), data: yes, to: "wrong_phase" },
  { when: "the fix failed already", told: tried(1), data: yes, to: "wrong_phase" },
  { when: "it has rejected the last fix", told: contested(), data: yes, to: "wrong_phase" },
  { when: "the agent verifies itself", told: fixed(), by: AGENT, data: yes, to: "not_a_party" },
  {
    when: "its evidence passes what it calls failed",
    told: fixed(),
    data: { ...no, evidence: { exit_code: 0n } },
    to: "evidence_contradicts",
  },
  {
    when: "its evidence fails what it says passed",
    told: fixed(),
    data: { ...yes, evidence: { exit_code: 1n } },
    to: "evidence_contradicts",
  },
  {
    when: "its evidence has no verdict",
    told: fixed(),
    data: { ...yes, evidence: { signal: "SIGKILL" } },
    to: "fulfilled",
  },
  {
    when: "it admits that a fix passed which it does not take",
    told: fixed(),
    data: { ...no, evidence: { passed: true } },
    to: "in_progress",
  },
  {
    when: "the pattern is missing in an output that was cut",
    told: fixed(matches),
    data: { ...yes, evidence: { output: "-", is_cut: true } },
    to: "fulfilled",
  },
  {
    when: "the pattern is missing in the whole output",
    told: fixed(matches),
    data: { ...yes, evidence: { output: "-" } },
    to: "evidence_contradicts",
  },
  {
    when: "the pattern occurs in what it calls failed, although it was cut",
    told: fixed(matches),
    data: { ...no, evidence: { output: "all ok", is_cut: true } },
    to: "evidence_contradicts",
  },
  { when: "success is a word", told: fixed(), data: { success: "true" }, to: "malformed_act" },
  {
    when: "the evidence is a text",
    told: fixed(),
    data: { ...yes, evidence: "ok" },
    to: "malformed_act",
  },
  // {"output":"…"} is thirteen characters longer than the output.
  {
    when: "the evidence is with the maximum length",
    told: fixed(),
    data: large(199_987),
    to: "fulfilled",
  },
  { when: "the evidence is longer", told: fixed(), data: large(199_988), to: "malformed_act" },
  { when: "it comes at the deadline", told: fixed().wait(420), data: no, to: "in_progress" },
  {
    when: "it comes after the deadline",
    told: fixed().wait(420.001),
    data: no,
    to: "deadline_passed",
  },
]);

test("attempts are counted in review as well", () => {
  const told = reviewed().act(PRINCIPAL, "verify", no);
  expect(told.state.seat?.attempts).toBe(1);
});

test("a contradiction is refused with what was said and what the checks say", () => {
  expect(fixed().refusal(PRINCIPAL, "verify", { ...no, evidence: { exit_code: 0n } })).toEqual({
    code: "evidence_contradicts",
    reported: "fail",
    verdict: "pass",
  });
});

test("failures without evidence are counted, also over several agents", () => {
  const told = tried(2);
  expect(told.state.unsupported).toBe(2);
  told.act(AGENT, "fix").act(PRINCIPAL, "verify", { ...no, evidence: { exit_code: 1n } });
  expect(told.state.unsupported).toBe(2);
  told.act(AGENT, "back_out").act(RIVAL, "bond").act(RIVAL, "accept").act(RIVAL, "fix");
  expect(told.act(PRINCIPAL, "verify", { ...no, evidence: {} }).state.unsupported).toBe(3);
});

test("where the principal decides alone, no evidence is missing", () => {
  const told = fixed({ checks: [{ method: "principal" }] }).act(PRINCIPAL, "verify", no);
  expect(told.state.unsupported).toBe(0);
});

test("judging the most costly evidence takes a few hundredths of a second", () => {
  const pattern = "(?:\\pL?){30}\\pL{30}!";
  const told = fixed({ checks: [{ method: "output_match", pattern }] });
  const output = `!${"λ".repeat(33_000)}`;
  const before = process.cpuUsage();
  expect(told.leadsTo(PRINCIPAL, "verify", { ...no, evidence: { output } })).toBe("in_progress");
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(200);
});

import {
  AGENT,
  accepted,
  contested,
  fixed,
  PRINCIPAL,
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

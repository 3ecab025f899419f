import {
  AGENT,
  accepted,
  awaitingDeposit,
  bonded,
  EXTERNAL_COURT,
  JUDGE,
  PRINCIPAL,
  quotable,
  RIVAL,
  reserved,
  SERVER,
  sampleTerms,
  story,
} from "@bazaar/testkit";
import { describe, expect, test } from "vitest";
import { actTable } from "../test/act-table.ts";

const eager = { rules: { looksFirst: false } };

actTable("accept", AGENT, [
  {
    when: "the judge accepts",
    told: story(sampleTerms({ ...eager, ...EXTERNAL_COURT })),
    by: JUDGE,
    to: "conflict_of_interest",
  },
  {
    when: "accepting without a look is allowed",
    told: story(sampleTerms(eager)),
    to: "in_progress",
  },
  { when: "accepting without a look is not allowed", told: story(), to: "wrong_phase" },
  {
    when: "the principal accepts its own contract",
    told: story(sampleTerms(eager)),
    by: PRINCIPAL,
    to: "own_contract",
  },
  {
    when: "accepting before a slow deposit",
    told: awaitingDeposit(eager).act(SERVER, "funded"),
    to: "bond_first",
  },
  { when: "accepting for somebody else's seat", told: bonded(), by: RIVAL, to: "not_a_party" },
  { when: "accepting while the deposit is awaited", told: reserved(), to: "wrong_phase" },
  { when: "accepting twice", told: accepted(), to: "wrong_phase" },
]);

test("bond_first says what is due", () => {
  const told = awaitingDeposit(eager).act(SERVER, "funded");
  expect(told.refusal(AGENT, "accept")).toEqual({ code: "bond_first", due: "0.67 XNO" });
});

describe("a price", () => {
  actTable("accept", AGENT, [
    {
      when: "it is within the budget",
      told: quotable(),
      data: { price: "0.8" },
      to: "in_progress",
    },
    { when: "it is the budget", told: quotable(), data: { price: "1" }, to: "in_progress" },
    {
      when: "it is beyond the budget",
      told: quotable(),
      data: { price: "1.000000001" },
      to: "price_not_allowed",
    },
    { when: "it is nothing", told: quotable(), data: { price: "0" }, to: "in_progress" },
    { when: "it is null", told: quotable(), data: { price: null }, to: "in_progress" },
    { when: "it is a number", told: quotable(), data: { price: 1n }, to: "malformed_act" },
    {
      when: "it has too many decimals",
      told: quotable(),
      data: { price: "0.0000000001" },
      to: "malformed_act",
    },
    {
      when: "the bounty is fixed",
      told: bonded(),
      data: { price: "0.5" },
      to: "price_not_allowed",
    },
  ]);
});

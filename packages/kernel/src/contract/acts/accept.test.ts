import {
  AGENT,
  accepted,
  awaitingDeposit,
  bonded,
  JUDGE,
  PRINCIPAL,
  RIVAL,
  reserved,
  SERVER,
  type Story,
  sampleData,
  sampleTerms,
  story,
} from "@bazaar/testkit";
import { describe, expect, test } from "vitest";
import type { Json } from "../../canonical/json.ts";
import { TIERS } from "../../court/ruling.ts";
import type { Signer } from "../../identity/signer.ts";
import { CREDIT } from "../../money/asset.ts";
import type { Pot } from "../../settlement/pot.ts";

const eager = { rules: { looksFirst: false } };
const foreign = { court: { kind: "tiered", judge: JUDGE.party, tiers: TIERS } } as const;

interface Row {
  readonly when: string;
  readonly told: Story;
  readonly by: Signer;
  readonly to: string;
}

test.each<Row>([
  {
    when: "the judge accepts",
    told: story(sampleTerms({ ...eager, ...foreign })),
    by: JUDGE,
    to: "conflict_of_interest",
  },
  {
    when: "accepting without a look is allowed",
    told: story(sampleTerms(eager)),
    by: AGENT,
    to: "in_progress",
  },
  {
    when: "accepting without a look is not allowed",
    told: story(),
    by: AGENT,
    to: "wrong_phase",
  },
  {
    when: "the principal accepts its own contract",
    told: story(sampleTerms(eager)),
    by: PRINCIPAL,
    to: "own_contract",
  },
  {
    when: "accepting before a slow deposit",
    told: awaitingDeposit(eager).act(SERVER, "funded"),
    by: AGENT,
    to: "bond_first",
  },
  {
    when: "accepting for somebody else's seat",
    told: bonded(),
    by: RIVAL,
    to: "not_a_party",
  },
  {
    when: "accepting while the deposit is awaited",
    told: reserved(),
    by: AGENT,
    to: "wrong_phase",
  },
  { when: "accepting twice", told: accepted(), by: AGENT, to: "wrong_phase" },
])("when $when → $to", ({ told, by, to }) => {
  expect(told.leadsTo(by, "accept")).toBe(to);
});

test("bond_first says what is due", () => {
  const told = awaitingDeposit(eager).act(SERVER, "funded");
  expect(told.refusal(AGENT, "accept")).toEqual({ code: "bond_first", due: "0.67 XNO" });
});

interface PriceRow {
  readonly when: string;
  readonly told: Story;
  readonly price: Json;
  readonly to: string;
}

describe("a price", () => {
  const budget: Pot = {
    schedule: "pay-after-verify",
    asset: CREDIT,
    rail: "ledger",
    due: { principal: 1_000_000_000n, agent: 0n },
    bounty: 1_000_000_000n,
    platformBps: 1_000n,
    author: { party: RIVAL.party, bps: 1_500n },
    referrer: { party: SERVER.party, bps: 500n },
  };
  const quotable = { pots: [budget], rules: { looksFirst: false } };
  const open = (): Story => story(sampleTerms(quotable));

  test.each<PriceRow>([
    {
      when: "it is within the budget",
      told: open(),
      price: "0.8",
      to: "in_progress",
    },
    { when: "it is the budget", told: open(), price: "1", to: "in_progress" },
    {
      when: "it is beyond the budget",
      told: open(),
      price: "1.000000001",
      to: "price_not_allowed",
    },
    { when: "it is nothing", told: open(), price: "0", to: "in_progress" },
    { when: "it is null", told: open(), price: null, to: "in_progress" },
    { when: "it is a number", told: open(), price: 1n, to: "malformed_act" },
    {
      when: "it has too many decimals",
      told: open(),
      price: "0.0000000001",
      to: "malformed_act",
    },
    {
      when: "the bounty is fixed",
      told: bonded(),
      price: "0.5",
      to: "price_not_allowed",
    },
  ])("when $when → $to", ({ told, price, to }) => {
    expect(told.leadsTo(AGENT, "accept", { ...sampleData("accept", told.state), price })).toBe(to);
  });
});

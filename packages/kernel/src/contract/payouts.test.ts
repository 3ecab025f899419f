/** Who is paid what and in which order, for whole stories, with numbers computed by hand. */
import {
  AGENT,
  accepted,
  bonded,
  deliberating,
  fixed,
  JUDGE,
  PRINCIPAL,
  RIVAL,
  rule,
  ruled,
  SERVER,
  type Story,
  sampleTerms,
  story,
  TEST_XNO,
  units,
} from "@bazaar/testkit";
import { describe, expect, test } from "vitest";
import { type RulingOutcome, TIERS } from "../court/ruling.ts";
import { due } from "../settlement/due.ts";
import type { Pot } from "../settlement/pot.ts";

/** The same case, filed by the agent. */
const filedByAgent = (changes: Parameters<typeof accepted>[0]): Story =>
  accepted(changes).act(AGENT, "dispute_filed").act(PRINCIPAL, "dispute_response");

// B 0.5, J 0.17, F 0.05, C 0.05; 0.67 from each side, 1.34 in all; district 0.02.
describe("symmetric bond", () => {
  const rows: { story: string; told: Story; paid: string }[] = [
    {
      story: "fulfilled",
      told: fixed().act(PRINCIPAL, "verify"),
      paid: "agent 1.12, principal 0.17, platform 0.05",
    },
    { story: "unclaimed", told: story().lapse(), paid: "principal 0.67" },
    {
      story: "principal silent while looked at",
      told: bonded().act(AGENT, "investigate").lapse(),
      paid: "agent 0.67, principal 0.67",
    },
    {
      story: "principal silent during the work",
      told: accepted().act(AGENT, "investigate").lapse(),
      paid: "agent 0.67, principal 0.62, platform 0.05",
    },
    {
      story: "abandoned",
      told: accepted().lapse(),
      paid: "agent 0.57, principal 0.05, platform 0.05",
    },
    {
      story: "ruled fulfilled",
      told: ruled("fulfilled").lapse(),
      paid: "agent 1.12, principal 0.15, platform 0.07",
    },
    {
      story: "ruled canceled",
      told: ruled("canceled").lapse(),
      paid: "principal 0.62, agent 0.65, platform 0.07",
    },
    {
      story: "ruled impossible",
      told: ruled("impossible").lapse(),
      paid: "principal 0.67, agent 0.67",
    },
    {
      story: "ruled evil_agent",
      told: ruled("evil_agent").lapse(),
      paid: "principal 0.67, agent 0.15, platform 0.07, charity 0.45",
    },
    {
      story: "ruled evil_principal",
      told: ruled("evil_principal").lapse(),
      paid: "agent 0.67, principal 0.15, platform 0.07, charity 0.45",
    },
    {
      story: "ruled evil_both",
      told: ruled("evil_both").lapse(),
      paid: "principal 0.15, agent 0.15, platform 0.09, charity 0.95",
    },
    { story: "voided", told: deliberating().lapse(), paid: "principal 0.67, agent 0.67" },
  ];

  test.each(rows)("$story: $paid", ({ told, paid }) => {
    expect(told.paid).toBe(paid);
  });

  test("a fee that fell due is taken, also when nobody lost: voided, canceled", () => {
    const again = (): Story => accepted().wait(31).act(AGENT, "back_out").act(RIVAL, "bond");
    const told = again().act(RIVAL, "accept").act(PRINCIPAL, "dispute_filed").lapse().lapse();
    expect(told.phase).toBe("voided");
    expect(told.paid.endsWith("principal 0.62, agent 0.67, platform 0.05")).toBe(true);
    expect(
      again().act(PRINCIPAL, "cancel").paid.endsWith("principal 0.62, agent 0.67, platform 0.05"),
    ).toBe(true);
  });

  test("every leg has its own key, its pot, its party and no account yet", () => {
    const told = fixed().act(PRINCIPAL, "verify");
    expect(told.legs).toEqual(
      [
        { amount: 1_120_000_000n, role: "agent", party: AGENT.party },
        { amount: 170_000_000n, role: "principal", party: PRINCIPAL.party },
        { amount: 50_000_000n, role: "platform", party: SERVER.party },
      ].map(({ amount, role, party }, number) => ({
        key: `${told.state.id}/${number}`,
        contract: told.state.id,
        pot: 0,
        rail: "ledger",
        asset: TEST_XNO,
        amount,
        to: { role, party, account: null },
      })),
    );
  });
});

// B 1, P 0.17, A 0.3, PF 0.05, N 0.95, CF 0.1; 1.47 in all; district 0.02.
describe("court fees", () => {
  const pot = (restitution: boolean): Pot => {
    const parameters = {
      schedule: "court-fees" as const,
      asset: TEST_XNO,
      rail: "ledger" as const,
      funds: "post" as const,
      bounty: units("1"),
      minBond: units("0.3"),
      tierFees: ["0.02", "0.05", "0.1"].map((fee) => units(fee)),
      platformFeeBps: 500n,
      cancelFeeBps: 1_000n,
      restitution,
    };
    return { ...parameters, due: due(parameters, true) };
  };
  const on = { pots: [pot(true)], rules: { reopens: false } };
  const off = { pots: [pot(false)], rules: { reopens: false } };

  const rows: { story: string; told: Story; paid: string }[] = [
    {
      story: "fulfilled",
      told: fixed(on).act(PRINCIPAL, "verify"),
      paid: "agent 1.25, principal 0.17, platform 0.05",
    },
    {
      story: "unclaimed",
      told: story(sampleTerms(on)).lapse(),
      paid: "principal 1.12, platform 0.05",
    },
    {
      story: "declined, then unclaimed",
      told: bonded(on).act(AGENT, "decline").lapse(),
      paid: "agent 0.3, principal 1.12, platform 0.05",
    },
    {
      story: "withdrawn",
      told: bonded(on).act(PRINCIPAL, "cancel"),
      paid: "principal 1.12, agent 0.3, platform 0.05",
    },
    {
      story: "principal silent",
      told: accepted(on).act(AGENT, "investigate").lapse(),
      paid: "agent 0.3, principal 1.12, platform 0.05",
    },
    {
      story: "left in grace",
      told: accepted(on).act(AGENT, "back_out"),
      paid: "principal 1.17, agent 0.3",
    },
    {
      story: "agent left late",
      told: accepted(on).wait(31).act(AGENT, "back_out"),
      paid: "principal 1.22, agent 0.2, platform 0.05",
    },
    {
      story: "abandoned",
      told: accepted(on).lapse(),
      paid: "principal 1.22, agent 0.2, platform 0.05",
    },
    {
      story: "principal left late",
      told: accepted(on).wait(31).act(PRINCIPAL, "cancel"),
      paid: "agent 0.4, principal 1.02, platform 0.05",
    },
    {
      story: "voided",
      told: deliberating(on).lapse(),
      paid: "principal 1.12, agent 0.3, platform 0.05",
    },
    {
      story: "ruled fulfilled",
      told: ruled("fulfilled", on).lapse(),
      paid: "agent 1.25, principal 0.15, platform 0.05, oracle 0.02",
    },
    {
      story: "ruled canceled",
      told: ruled("canceled", on).lapse(),
      paid: "principal 1.12, agent 0.28, platform 0.05, oracle 0.02",
    },
    {
      story: "ruled impossible, principal filed",
      told: ruled("impossible", on).lapse(),
      paid: "principal 1.1, agent 0.3, platform 0.05, oracle 0.02",
    },
    {
      story: "ruled impossible, agent filed",
      told: rule(filedByAgent(on), "impossible").lapse(),
      paid: "principal 1.12, agent 0.28, platform 0.05, oracle 0.02",
    },
    {
      story: "ruled impossible on a halt",
      told: rule(accepted(on).act(PRINCIPAL, "halt"), "impossible").lapse(),
      paid: "principal 1.1, agent 0.3, platform 0.05, oracle 0.02",
    },
    {
      story: "ruled evil_agent",
      told: ruled("evil_agent", on).lapse(),
      paid: "principal 1.17, platform 0.05, oracle 0.02, charity 0.23",
    },
    {
      story: "ruled evil_agent without restitution",
      told: ruled("evil_agent", off).lapse(),
      paid: "principal 0.17, platform 0.05, oracle 0.02, charity 1.23",
    },
    {
      story: "ruled evil_principal",
      told: ruled("evil_principal", on).lapse(),
      paid: "agent 0.3, platform 0.05, oracle 0.02, charity 1.1",
    },
    {
      story: "ruled evil_both",
      told: ruled("evil_both", on).lapse(),
      paid: "platform 0.05, oracle 0.02, charity 1.4",
    },
  ];

  test.each(rows)("$story: $paid", ({ told, paid }) => {
    expect(told.paid).toBe(paid);
  });

  test("impossible after the other side's appeal is paid by the filer", () => {
    const told = rule(filedByAgent(on), "fulfilled").act(PRINCIPAL, "appeal");
    rule(told.act(AGENT, "dispute_response"), "impossible").lapse();
    // W = 0.02 + 0.05, and the agent filed.
    expect(told.paid).toBe("principal 1.12, agent 0.23, platform 0.05, oracle 0.07");
  });

  test("the court's fee goes to the judge, charity to an account of the rail", () => {
    const court = { kind: "tiered", judge: JUDGE.party, tiers: TIERS } as const;
    const told = ruled("evil_both", { ...on, court }).lapse();
    expect(told.legs.map(({ to }) => to.party)).toEqual([SERVER.party, JUDGE.party, null]);
  });
});

test("through all tiers: the last loser pays every tier that ruled", () => {
  const ladder = (outcomes: readonly RulingOutcome[]): Story => {
    const told = deliberating();
    for (const [tier, outcome] of outcomes.entries()) {
      rule(told, outcome);
      if (tier === outcomes.length - 1) break;
      const loser = told.state.rulings.at(-1)?.against === "agent" ? AGENT : PRINCIPAL;
      told.act(loser, "appeal").lapse();
    }
    return told.phase === "ruled" ? told.lapse() : told;
  };
  expect(ladder(["fulfilled", "canceled"]).paid).toBe("principal 0.62, agent 0.6, platform 0.12");
  expect(ladder(["fulfilled", "canceled", "fulfilled"]).paid).toBe("agent 1.12, platform 0.22");
  expect(ladder(["canceled", "fulfilled", "impossible"]).paid).toBe("principal 0.67, agent 0.67");
  expect(ladder(["canceled", "canceled", "evil_both"]).paid).toBe("platform 0.39, charity 0.95");
});

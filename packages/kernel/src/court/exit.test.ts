/** A case is no cheaper way out of a contract than leaving it. */
import {
  AGENT,
  accepted,
  fixed,
  PRINCIPAL,
  rule,
  SERVER,
  type Story,
  sampleData,
} from "@bazaar/testkit";
import { describe, expect, test } from "vitest";
import { actOnAnswer } from "./procedure.ts";
import type { RulingOutcome } from "./ruling.ts";

const late = (): Story => accepted().wait(31);
const filedBy = (told: Story, by: typeof AGENT): Story =>
  told.act(by, "dispute_filed").act(by === AGENT ? PRINCIPAL : AGENT, "dispute_response");
const ended = (told: Story, outcome: RulingOutcome): Story => rule(told, outcome).lapse();

describe("a side that goes to court late, with nothing handed in", () => {
  const rows: {
    who: string;
    told: () => Story;
    outcome: RulingOutcome;
    row: string;
    paid: string;
  }[] = [
    {
      who: "an agent whose case is ruled canceled",
      told: () => filedBy(late(), AGENT),
      outcome: "canceled",
      row: "agent_left_late",
      paid: "principal 0.67, agent 0.55, platform 0.12",
    },
    {
      who: "an agent whose case cannot be decided",
      told: () => filedBy(late(), AGENT),
      outcome: "impossible",
      row: "agent_left_late",
      paid: "principal 0.67, agent 0.55, platform 0.12",
    },
    {
      who: "a principal whose case cannot be decided",
      told: () => filedBy(late(), PRINCIPAL),
      outcome: "impossible",
      row: "principal_left_late",
      paid: "agent 0.72, principal 0.5, platform 0.12",
    },
    {
      who: "a principal whose halt cannot be decided",
      told: () => late().act(PRINCIPAL, "halt"),
      outcome: "impossible",
      row: "principal_left_late",
      paid: "agent 0.72, principal 0.5, platform 0.12",
    },
  ];

  test.each(rows)("$who has left late: $row", ({ told, outcome, row, paid }) => {
    const story = ended(told(), outcome);
    expect(story.state.outcome?.row).toBe(row);
    expect(story.paid).toBe(paid);
  });
});

describe("it has not left", () => {
  const rows: { when: string; told: () => Story; outcome: RulingOutcome }[] = [
    {
      when: "an agent files in grace",
      told: () => filedBy(accepted(), AGENT),
      outcome: "canceled",
    },
    { when: "a fix was handed in", told: () => filedBy(fixed(), AGENT), outcome: "canceled" },
    { when: "the agent wins", told: () => filedBy(late(), AGENT), outcome: "evil_principal" },
    { when: "the principal wins", told: () => filedBy(late(), PRINCIPAL), outcome: "canceled" },
    { when: "the principal loses", told: () => filedBy(late(), PRINCIPAL), outcome: "fulfilled" },
    {
      when: "the principal halts over a fix",
      told: () => fixed().act(PRINCIPAL, "halt"),
      outcome: "impossible",
    },
  ];

  test.each(rows)("when $when", ({ told, outcome }) => {
    expect(ended(told(), outcome).state.outcome?.row).toBe(`ruled_${outcome}`);
  });
});

test("a ruling that could not be read fines nobody", () => {
  const told = filedBy(late(), AGENT);
  const said = { ...sampleData("ruling", told.state), outcome: "impossible", unreadable: true };
  expect(told.act(SERVER, "ruling", said).lapse().state.outcome?.row).toBe("ruled_impossible");
});

test("what a judge answered unreadably is recorded as such", () => {
  const { data } = actOnAnswer(filedBy(late(), AGENT).state, "unreadable", 0, { reasoning: "" });
  expect(data).toMatchObject({ outcome: "impossible", unreadable: true });
});

test("appeals of a side that leaves by its case are paid by it", () => {
  const told = rule(filedBy(late(), AGENT), "canceled");
  told.act(AGENT, "appeal").act(PRINCIPAL, "dispute_response");
  expect(ended(told, "canceled").paid).toBe("principal 0.67, agent 0.5, platform 0.17");
});

/** What only a clock may cause says exactly what the clock means, and nothing else. */
import {
  AGENT,
  accepted,
  awaitingDeposit,
  bonded,
  contested,
  filed,
  fixed,
  halted,
  heard,
  PRINCIPAL,
  rechecked,
  reserved,
  reviewed,
  ruled,
  SERVER,
  type Story,
  story,
} from "@bazaar/testkit";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../canonical/json.ts";
import type { ServerAct } from "./act.ts";
import { silence } from "./clocks.ts";

const asked = (told: Story): Story => told.act(AGENT, "investigate");
const exhausted = (): Story =>
  fixed({ rules: { maxAttempts: 1 } }).act(PRINCIPAL, "verify", { success: false });
const onAppeal = (): Story => ruled().act(PRINCIPAL, "appeal").act(AGENT, "dispute_response");

const CLOCKS: { when: string; told: () => Story; act: ServerAct; says: JsonObject }[] = [
  {
    when: "no deposit came",
    told: awaitingDeposit,
    act: "auto_cancel",
    says: { reason: "unfunded" },
  },
  { when: "no agent came", told: story, act: "auto_cancel", says: { reason: "unclaimed" } },
  {
    when: "no agent's deposit came",
    told: reserved,
    act: "abandoned",
    says: { reason: "no_deposit" },
  },
  { when: "the agent looks", told: bonded, act: "abandoned", says: { reason: "agent_silent" } },
  { when: "the agent works", told: accepted, act: "abandoned", says: { reason: "agent_silent" } },
  {
    when: "a command waits before acceptance",
    told: () => asked(bonded()),
    act: "auto_cancel",
    says: { reason: "principal_silent" },
  },
  {
    when: "a command waits after it",
    told: () => asked(accepted()),
    act: "auto_cancel",
    says: { reason: "principal_silent" },
  },
  { when: "a fix waits", told: fixed, act: "review_opened", says: {} },
  { when: "a review runs", told: reviewed, act: "auto_fulfill", says: {} },
  {
    when: "attempts are exhausted",
    told: exhausted,
    act: "auto_cancel",
    says: { reason: "exhausted" },
  },
  {
    when: "the review was rejected",
    told: contested,
    act: "auto_cancel",
    says: { reason: "rejected" },
  },
  { when: "an answer is awaited", told: filed, act: "in_absentia", says: {} },
  { when: "the court sits", told: heard, act: "voided", says: { reason: "timeout" } },
  { when: "it sits on a halt", told: halted, act: "voided", says: { reason: "timeout" } },
  {
    when: "it sits on an appeal",
    told: onAppeal,
    act: "ruling_final",
    says: { reason: "timeout" },
  },
  {
    when: "an appeal is possible",
    told: ruled,
    act: "ruling_final",
    says: { reason: "no_appeal" },
  },
];

/** Reasons of every clock act, so that one clock's is tried on all the others. */
const REASONS = [...new Set(CLOCKS.flatMap(({ says }) => says.reason ?? []))];

describe.each(CLOCKS)("$act when $when", ({ told, act, says }) => {
  const late = (): Story => {
    const overdue = told().waitForDeadline();
    overdue.nowMs += 1;
    return overdue;
  };

  test("is what the silence means", () => {
    expect(silence(told().state)).toEqual({ type: act, data: says });
    expect(late().refusal(SERVER, act, says)).toBeNull();
  });

  test.each([
    { how: "with a word added", data: { ...says, note: "sorry" } },
    { how: "with a null added", data: { ...says, note: null } },
    { how: "with a question", data: { ...says, question: 0n } },
    ...REASONS.filter((reason) => reason !== says.reason).map((reason) => ({
      how: `as ${reason}`,
      data: { reason },
    })),
  ])("is not for the server to reword: $how", ({ data }) => {
    expect(late().refusal(SERVER, act, data)).toMatchObject({ code: "malformed_act", act });
  });

  test("is too early at the deadline, whatever it says", () => {
    for (const data of [says, { ...says, note: "sorry" }]) {
      expect(told().waitForDeadline().leadsTo(SERVER, act, data)).toBe("too_early");
    }
  });
});

test("the refusal names the whole data and says what it should be", () => {
  const told = story().wait(30.001);
  expect(told.refusal(SERVER, "auto_cancel", {})).toEqual({
    code: "malformed_act",
    act: "auto_cancel",
    field: "data",
    problem: 'expected {"reason":"unclaimed"}',
  });
});

test("a checker without a verdict is believed before its time and after it, in its own words", () => {
  const crashed = { verdict: "no_verdict", question: 0n, evidence: { error: "no disk" } };
  expect(rechecked().leadsTo(SERVER, "checked", crashed)).toBe("deliberating");
  expect(rechecked().wait(60.001).leadsTo(SERVER, "checked", crashed)).toBe("deliberating");
  expect(silence(rechecked().state)).toEqual({
    type: "checked",
    data: { verdict: "no_verdict", reason: "timeout", question: 0n },
  });
});

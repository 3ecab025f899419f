/** Who may dispute where, the clocks of a case, appeals, and courts that do not answer. */
import {
  AGENT,
  accepted,
  bonded,
  contested,
  filed,
  fixed,
  halted,
  heard,
  PRINCIPAL,
  RIVAL,
  rechecked,
  reviewed,
  rule,
  ruled,
  SERVER,
  type Story,
  sampleData,
  story,
} from "@bazaar/testkit";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../canonical/json.ts";
import type { RulingOutcome } from "../court/ruling.ts";
import type { Signer } from "../identity/signer.ts";

const checkable = { work: { kind: "run", spec: { command: "make test" } } } as const;
const appealed = (told: Story = ruled()): Story =>
  told.act(PRINCIPAL, "appeal").act(AGENT, "dispute_response");
const currentAsk = (told: Story): JsonObject => ({
  question: BigInt(told.state.case?.question ?? 0),
});

describe("who disputes where", () => {
  const rows: { where: string; told: Story; by: Signer; to: string }[] = [
    { where: "working", told: accepted(), by: PRINCIPAL, to: "awaiting_response" },
    { where: "working", told: accepted(), by: AGENT, to: "awaiting_response" },
    { where: "verifying", told: fixed(), by: PRINCIPAL, to: "awaiting_response" },
    { where: "verifying", told: fixed(), by: AGENT, to: "awaiting_response" },
    { where: "the review", told: reviewed(), by: PRINCIPAL, to: "awaiting_response" },
    { where: "the review", told: reviewed(), by: AGENT, to: "not_yours_to_dispute" },
    { where: "a contest", told: contested(), by: AGENT, to: "awaiting_response" },
    { where: "a contest", told: contested(), by: PRINCIPAL, to: "not_yours_to_dispute" },
    { where: "looking", told: bonded(), by: PRINCIPAL, to: "wrong_phase" },
    { where: "a case already filed", told: filed(), by: AGENT, to: "wrong_phase" },
    { where: "the court", told: heard(), by: AGENT, to: "wrong_phase" },
    { where: "a ruling, which is an appeal", told: ruled(), by: PRINCIPAL, to: "wrong_phase" },
    { where: "a halt", told: halted(), by: AGENT, to: "wrong_phase" },
    { where: "a finished contract", told: story().lapse(), by: PRINCIPAL, to: "contract_ended" },
    { where: "somebody else's contract", told: accepted(), by: RIVAL, to: "not_a_party" },
  ];

  test.each(rows)("in $where → $to", ({ told, by, to }) => {
    expect(told.leadsTo(by, "dispute_filed")).toBe(to);
  });

  test.each([
    {
      when: "it is as long as may be",
      data: { argument: "a".repeat(20_000) },
      to: "awaiting_response",
    },
    { when: "it is longer", data: { argument: "a".repeat(20_001) }, to: "malformed_act" },
    { when: "it is missing", data: {}, to: "malformed_act" },
  ])("an argument: $when → $to", ({ data, to }) => {
    expect(accepted().leadsTo(AGENT, "dispute_filed", data)).toBe(to);
  });
});

describe("the response", () => {
  const rows: { when: string; told: Story; by: Signer; to: string }[] = [
    { when: "the other side answers", told: filed(), by: AGENT, to: "deliberating" },
    { when: "at the deadline", told: filed().wait(30), by: AGENT, to: "deliberating" },
    { when: "too late", told: filed().wait(30.001), by: AGENT, to: "deadline_passed" },
    { when: "the filer answers itself", told: filed(), by: PRINCIPAL, to: "not_yours_to_answer" },
    { when: "the court sits without it", told: filed().lapse(), by: AGENT, to: "wrong_phase" },
    { when: "the court sits", told: heard(), by: AGENT, to: "wrong_phase" },
    {
      when: "the winner of a ruling answers an appeal",
      told: ruled().act(PRINCIPAL, "appeal"),
      by: AGENT,
      to: "deliberating",
    },
    {
      when: "the appellant answers itself",
      told: ruled().act(PRINCIPAL, "appeal"),
      by: PRINCIPAL,
      to: "not_yours_to_answer",
    },
    {
      when: "the filer of the case answers the other's appeal",
      told: ruled("canceled").act(AGENT, "appeal"),
      by: PRINCIPAL,
      to: "deliberating",
    },
    { when: "the agent speaks in a halt", told: halted(), by: AGENT, to: "halted" },
    {
      when: "the agent speaks twice in a halt",
      told: halted().act(AGENT, "dispute_response"),
      by: AGENT,
      to: "already_answered",
    },
    {
      when: "the principal speaks in its halt",
      told: halted(),
      by: PRINCIPAL,
      to: "not_yours_to_answer",
    },
    {
      when: "the principal speaks in its halt after the agent",
      told: halted().act(AGENT, "dispute_response"),
      by: PRINCIPAL,
      to: "not_yours_to_answer",
    },
  ];

  test.each(rows)("when $when → $to", ({ told, by, to }) => {
    expect(told.leadsTo(by, "dispute_response")).toBe(to);
  });

  test("starts the court's clock and asks the tier", () => {
    const told = filed().wait(10).act(AGENT, "dispute_response");
    const byMs = told.nowMs + 60_000;
    expect(told.state.deadline).toEqual({ kind: "ruling", atMs: byMs, waitingFor: "court" });
    expect(told.tasks).toMatchObject([
      {
        kind: "ask_judge",
        key: `${told.state.id}/task/0`,
        payload: { bench: "district", question: 0, byMs },
      },
    ]);
  });

  test("in a halt leaves the court's clock as it is", () => {
    const told = halted().wait(10);
    const { deadline } = told.state;
    expect(told.act(AGENT, "dispute_response").state.deadline).toEqual(deadline);
  });
});

describe("a ruling", () => {
  const good = (told: Story): JsonObject => sampleData("ruling", told.state);
  const rows: { when: string; told: Story; data?: JsonObject; to: string }[] = [
    { when: "it comes at once", told: heard(), to: "ruled" },
    { when: "it comes at the deadline", told: heard().wait(60), to: "ruled" },
    { when: "it comes late", told: heard().wait(60.001), to: "deadline_passed" },
    {
      when: "another court gives it",
      told: heard(),
      data: { court: "appeals" },
      to: "wrong_phase",
    },
    { when: "it answers no question", told: heard(), data: { question: 7n }, to: "stale_answer" },
    {
      when: "it answers the question before",
      told: appealed(),
      data: { question: 0n },
      to: "stale_answer",
    },
    {
      when: "it is none of the six",
      told: heard(),
      data: { outcome: "split" },
      to: "malformed_act",
    },
    { when: "it has no reasons", told: heard(), data: { reasoning: null }, to: "malformed_act" },
    {
      when: "its reasons are too long",
      told: heard(),
      data: { reasoning: "a".repeat(50_001) },
      to: "malformed_act",
    },
    { when: "nobody has answered yet", told: filed(), to: "wrong_phase" },
  ];

  test.each(rows)("when $when → $to", ({ told, data = {}, to }) => {
    expect(told.leadsTo(SERVER, "ruling", { ...good(told), ...data })).toBe(to);
  });

  test("of the supreme court is final at once, and costs all three tiers", () => {
    const told = appealed(rule(appealed(), "fulfilled"));
    expect(told.state.case?.bench).toBe("supreme");
    rule(told, "fulfilled");
    expect(told.phase).toBe("resolved");
    // W = 0.02 + 0.05 + 0.1: the principal's judge fee is used up.
    expect(told.paid).toBe("agent 1.12, platform 0.22");
  });
});

describe("an appeal", () => {
  const rows: { of: RulingOutcome; principal: string; agent: string }[] = [
    { of: "fulfilled", principal: "awaiting_response", agent: "not_yours_to_appeal" },
    { of: "evil_principal", principal: "awaiting_response", agent: "not_yours_to_appeal" },
    { of: "canceled", principal: "not_yours_to_appeal", agent: "awaiting_response" },
    { of: "evil_agent", principal: "not_yours_to_appeal", agent: "awaiting_response" },
    { of: "evil_both", principal: "awaiting_response", agent: "awaiting_response" },
    { of: "impossible", principal: "awaiting_response", agent: "awaiting_response" },
  ];

  test.each(rows)("against $of: principal → $principal, agent → $agent", (row) => {
    expect(ruled(row.of).leadsTo(PRINCIPAL, "appeal")).toBe(row.principal);
    expect(ruled(row.of).leadsTo(AGENT, "appeal")).toBe(row.agent);
  });

  test.each([
    { when: "at the deadline", told: ruled().wait(30), by: PRINCIPAL, to: "awaiting_response" },
    { when: "too late", told: ruled().wait(30.001), by: PRINCIPAL, to: "deadline_passed" },
    { when: "of a stranger", told: ruled(), by: RIVAL, to: "not_a_party" },
    { when: "while the appeal is heard", told: appealed(), by: PRINCIPAL, to: "wrong_phase" },
    { when: "of a final ruling", told: ruled().lapse(), by: PRINCIPAL, to: "contract_ended" },
  ])("$when → $to", ({ told, by, to }) => {
    expect(told.leadsTo(by, "appeal")).toBe(to);
  });

  test("is led by the first to appeal; the filer stays who filed", () => {
    const told = ruled("evil_both").act(AGENT, "appeal");
    expect(told.state.case).toMatchObject({
      filer: "principal",
      leader: "agent",
      bench: "appeals",
    });
    expect(told.state.deadline).toMatchObject({ kind: "response", waitingFor: "principal" });
    expect(told.leadsTo(PRINCIPAL, "appeal")).toBe("wrong_phase");
  });

  test("overturned: the winner of the first ruling bears both tiers", () => {
    const told = rule(appealed(), "canceled").lapse();
    expect(told.phase).toBe("resolved");
    // W = 0.02 + 0.05, borne by the agent: 0.67 - 0.07.
    expect(told.paid).toBe("principal 0.62, agent 0.6, platform 0.12");
  });
});

describe("a court that does not rule", () => {
  const rows: {
    when: string;
    told: Story;
    act: "voided" | "ruling_final";
    data: JsonObject;
    to: string;
  }[] = [
    {
      when: "the first instance refuses",
      told: heard(),
      act: "voided",
      data: { reason: "refused" },
      to: "voided",
    },
    {
      when: "the first instance is late, claimed early",
      told: heard().wait(60),
      act: "voided",
      data: { reason: "timeout" },
      to: "too_early",
    },
    {
      when: "the first instance is late",
      told: heard().wait(60.001),
      act: "voided",
      data: { reason: "timeout" },
      to: "voided",
    },
    {
      when: "a halt's court is late",
      told: halted().wait(60.001),
      act: "voided",
      data: { reason: "timeout" },
      to: "voided",
    },
    {
      when: "a halt's court refuses",
      told: halted(),
      act: "voided",
      data: { reason: "refused" },
      to: "voided",
    },
    {
      when: "the appeal is late, called void",
      told: appealed().wait(60.001),
      act: "voided",
      data: { reason: "timeout" },
      to: "wrong_phase",
    },
    {
      when: "the appeal refuses, called void",
      told: appealed(),
      act: "voided",
      data: { reason: "refused" },
      to: "wrong_phase",
    },
    {
      when: "the checker refuses, called void",
      told: rechecked(),
      act: "voided",
      data: { reason: "refused" },
      to: "wrong_phase",
    },
    {
      when: "the checker is late, called void",
      told: rechecked().wait(60.001),
      act: "voided",
      data: { reason: "timeout" },
      to: "wrong_phase",
    },
    {
      when: "nobody has answered yet",
      told: filed(),
      act: "voided",
      data: { reason: "timeout" },
      to: "wrong_phase",
    },
    {
      when: "the appeal refuses",
      told: appealed(),
      act: "ruling_final",
      data: { reason: "refused" },
      to: "resolved",
    },
    {
      when: "the appeal is unreadable",
      told: appealed(),
      act: "ruling_final",
      data: { reason: "unreadable" },
      to: "resolved",
    },
    {
      when: "the appeal is late",
      told: appealed().wait(60.001),
      act: "ruling_final",
      data: { reason: "timeout" },
      to: "resolved",
    },
    {
      when: "the appeal is late, claimed early",
      told: appealed().wait(60),
      act: "ruling_final",
      data: { reason: "timeout" },
      to: "too_early",
    },
    {
      when: "the first instance has nothing that could stand",
      told: heard().wait(60.001),
      act: "ruling_final",
      data: { reason: "timeout" },
      to: "wrong_phase",
    },
    {
      when: "somebody may still appeal",
      told: ruled().wait(30),
      act: "ruling_final",
      data: { reason: "no_appeal" },
      to: "too_early",
    },
    {
      when: "a refusal is claimed while somebody may appeal",
      told: ruled(),
      act: "ruling_final",
      data: { reason: "refused" },
      to: "too_early",
    },
    {
      when: "a refusal is claimed where nobody appealed",
      told: ruled().wait(30.001),
      act: "ruling_final",
      data: { reason: "refused" },
      to: "malformed_act",
    },
    {
      when: "an appeal that is late is called unappealed",
      told: appealed().wait(60.001),
      act: "ruling_final",
      data: { reason: "no_appeal" },
      to: "malformed_act",
    },
    {
      when: "the first instance refuses another question",
      told: heard(),
      act: "voided",
      data: { reason: "refused", question: 9n },
      to: "stale_answer",
    },
    {
      when: "the appeal refuses the question before",
      told: appealed(),
      act: "ruling_final",
      data: { reason: "refused", question: 0n },
      to: "stale_answer",
    },
    {
      when: "the appeal cannot be understood on the question before",
      told: appealed(),
      act: "ruling_final",
      data: { reason: "unreadable", question: 0n },
      to: "stale_answer",
    },
    {
      when: "it does not say what it refuses",
      told: heard(),
      act: "voided",
      data: { reason: "refused", question: null },
      to: "stale_answer",
    },
  ];

  test.each(rows)("$act when $when → $to", ({ told, act, data, to }) => {
    const isAnswer = data.reason === "refused" || data.reason === "unreadable";
    const said = isAnswer ? { ...currentAsk(told), ...data } : data;
    expect(told.leadsTo(SERVER, act, said)).toBe(to);
  });

  test("on appeal leaves the ruling, and its tier is not paid", () => {
    expect(appealed().lapse().paid).toBe(ruled().lapse().paid);
    expect(ruled().lapse().paid).toBe("agent 1.12, principal 0.15, platform 0.07");
  });

  test("in the first instance gives everybody everything back", () => {
    expect(heard().lapse().paid).toBe("principal 0.67, agent 0.67");
  });
});

test.each([
  { act: "ruling", told: heard(), data: {}, expected: 0 },
  { act: "ruling", told: appealed(), data: {}, expected: 1 },
  { act: "checked", told: rechecked(), data: { verdict: "pass" }, expected: 0 },
  { act: "voided", told: halted(), data: { reason: "refused" }, expected: 0 },
] as const)("an answer to another question is told both numbers: $act", (row) => {
  const { act, told, data, expected } = row;
  const said = { ...sampleData(act, told.state), ...data, question: 7n };
  expect(told.refusal(SERVER, act, said)).toEqual({ code: "stale_answer", expected, got: 7 });
});

describe("tier 0: the check is run again", () => {
  const verdict = (told: Story, given: string): JsonObject => ({
    verdict: given,
    ...currentAsk(told),
  });

  test("is asked first where the court can run the check itself", () => {
    const told = rechecked();
    expect(told.state.case?.bench).toBe("replay");
    expect(told.tasks).toMatchObject([{ kind: "run_check", payload: { question: 0 } }]);
  });

  test.each([
    { work: "command", check: { method: "exit_code", expected: 0 }, bench: "district" },
    { work: "run", check: { method: "exit_code", expected: 0 }, bench: "replay" },
    { work: "patch", check: { method: "output_match", pattern: "ok" }, bench: "replay" },
    { work: "text", check: { method: "principal" }, bench: "district" },
  ] as const)("$work with $check.method begins at $bench", ({ work, check, bench }) => {
    const told = fixed({ work: { kind: work, spec: {} }, checks: [check] });
    expect(told.act(PRINCIPAL, "dispute_filed").state.case?.bench).toBe(bench);
  });

  const rows: { when: string; told: Story; data: JsonObject; to: string }[] = [
    { when: "it passes", told: rechecked(), data: { verdict: "pass" }, to: "ruled" },
    { when: "it fails", told: rechecked(), data: { verdict: "fail" }, to: "ruled" },
    {
      when: "it has no verdict",
      told: rechecked(),
      data: { verdict: "no_verdict" },
      to: "deliberating",
    },
    {
      when: "it passes at the deadline",
      told: rechecked().wait(60),
      data: { verdict: "pass" },
      to: "ruled",
    },
    {
      when: "it passes too late",
      told: rechecked().wait(60.001),
      data: { verdict: "pass" },
      to: "deadline_passed",
    },
    {
      when: "it says late that it has none",
      told: rechecked().wait(60.001),
      data: { verdict: "no_verdict" },
      to: "deliberating",
    },
    {
      when: "it answers another question",
      told: rechecked(),
      data: { verdict: "pass", question: 5n },
      to: "stale_answer",
    },
    { when: "a tier was asked", told: heard(), data: { verdict: "pass" }, to: "wrong_phase" },
    {
      when: "it says maybe",
      told: rechecked(),
      data: { verdict: "maybe" },
      to: "malformed_act",
    },
    {
      when: "it passes in a halt",
      told: fixed(checkable).act(PRINCIPAL, "halt"),
      data: { verdict: "pass" },
      to: "ruled",
    },
    {
      when: "it has no verdict in a halt",
      told: fixed(checkable).act(PRINCIPAL, "halt"),
      data: { verdict: "no_verdict" },
      to: "halted",
    },
  ];

  test.each(rows)("when $when → $to", ({ told, data, to }) => {
    expect(told.leadsTo(SERVER, "checked", { ...currentAsk(told), ...data })).toBe(to);
  });

  test("without a verdict the district court is asked, with a whole clock of its own", () => {
    const told = rechecked().wait(20);
    told.act(SERVER, "checked", verdict(told, "no_verdict"));
    const byMs = told.nowMs + 60_000;
    expect(told.state).toMatchObject({
      case: { bench: "district", question: 1 },
      deadline: { atMs: byMs },
    });
    expect(told.tasks.at(-1)).toMatchObject({
      kind: "ask_judge",
      payload: { bench: "district", byMs },
    });
    expect(told.lapse().phase).toBe("voided");
  });

  test("costs nothing when nobody appeals", () => {
    const told = rechecked();
    told.act(SERVER, "checked", verdict(told, "pass")).lapse();
    expect(told.paid).toBe("agent 1.12, principal 0.17, platform 0.05");
  });

  test("appealed goes to the district court, whose silence leaves the verdict", () => {
    const told = rechecked();
    told.act(SERVER, "checked", verdict(told, "fail")).act(AGENT, "appeal");
    expect(told.state.case?.bench).toBe("district");
    told.lapse().lapse();
    expect(told.phase).toBe("resolved");
    expect(told.paid).toBe("principal 0.62, agent 0.67, platform 0.05");
  });
});

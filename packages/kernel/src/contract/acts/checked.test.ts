/** Tier 0: the server runs the check again. */
import {
  AGENT,
  deliberating,
  fixed,
  PRINCIPAL,
  rechecked,
  SERVER,
  type Story,
} from "@bazaar/testkit";
import { expect, test } from "vitest";
import type { JsonObject } from "../../canonical/json.ts";
import { timeoutAct } from "../clocks.ts";
import { answerTable } from "../test/act-table.ts";

const checkable = { work: { kind: "run", spec: { command: "make test" } } } as const;
const verdict = (told: Story, given: string): JsonObject => ({
  verdict: given,
  question: BigInt(told.state.case?.question ?? 0),
});

answerTable("checked", [
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
    told: rechecked().wait(720),
    data: { verdict: "pass" },
    to: "ruled",
  },
  {
    when: "it passes too late",
    told: rechecked().wait(720.001),
    data: { verdict: "pass" },
    to: "deadline_passed",
  },
  {
    when: "it reports no verdict after the deadline",
    told: rechecked().wait(720.001),
    data: { verdict: "no_verdict" },
    to: "deliberating",
  },
  {
    when: "it answers another question",
    told: rechecked(),
    data: { verdict: "pass", question: 5n },
    to: "stale_answer",
  },
  { when: "a tier was asked", told: deliberating(), data: { verdict: "pass" }, to: "wrong_phase" },
  {
    when: "its verdict is unknown",
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
]);

test("a replay has time for two runs and two minutes more, whatever the court takes", () => {
  const told = rechecked({ rules: { executionSeconds: 30, rulingSeconds: 5 } });
  expect(told.state.deadline).toEqual({
    kind: "ruling",
    atMs: told.nowMs + 180_000,
    waitingFor: "court",
  });
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

test("a verdict costs nothing when nobody appeals", () => {
  const told = rechecked();
  told.act(SERVER, "checked", verdict(told, "pass")).lapse();
  expect(told.paid).toBe("agent 1.12, principal 0.17, platform 0.05");
});

test("an appeal goes to the district court, whose silence leaves the verdict", () => {
  const told = rechecked();
  told.act(SERVER, "checked", verdict(told, "fail")).act(AGENT, "appeal");
  expect(told.state.case?.bench).toBe("district");
  told.lapse().lapse();
  expect(told.phase).toBe("resolved");
  expect(told.paid).toBe("principal 0.62, agent 0.67, platform 0.05");
});

test("no_verdict is accepted before and after the deadline, with the checker's own evidence", () => {
  const crashed = { verdict: "no_verdict", question: 0n, evidence: { error: "no disk" } };
  expect(rechecked().leadsTo(SERVER, "checked", crashed)).toBe("deliberating");
  expect(rechecked().wait(720.001).leadsTo(SERVER, "checked", crashed)).toBe("deliberating");
  expect(timeoutAct(rechecked().state)).toEqual({
    type: "checked",
    data: { verdict: "no_verdict", reason: "timeout", question: 0n },
  });
});

test("the refusal of a stale verdict names the open question", () => {
  const data = { verdict: "pass", question: 7n };
  const stale = { code: "stale_answer", expected: 0, got: 7 };
  expect(rechecked().refusal(SERVER, "checked", data)).toEqual(stale);
  expect(rechecked().leadsTo(PRINCIPAL, "checked")).toBe("server_only");
});

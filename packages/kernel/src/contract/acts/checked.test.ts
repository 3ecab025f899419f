/** Tier 0: the server runs the check again. */
import {
  AGENT,
  checkedData,
  deliberating,
  EXIT_EVIDENCE,
  fixed,
  PRINCIPAL,
  rechecked,
  SERVER,
  type Story,
  toyVerify,
} from "@bazaar/testkit";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../canonical/json.ts";
import type { Verdict } from "../../check/verdict.ts";
import { entryHash } from "../../transcript/entry.ts";
import { signEntry } from "../../transcript/sign-entry.ts";
import { verifyTranscript } from "../../transcript/verify-transcript.ts";
import { timeoutAct } from "../clocks.ts";
import { answerTable } from "../test/act-table.ts";

const checkable = { work: { kind: "run", spec: { command: "make test" } } } as const;
const verdict = (told: Story, given: Verdict): JsonObject =>
  checkedData(given, BigInt(told.state.case?.question ?? 0));
const shown = (given: Verdict): JsonObject => ({
  verdict: given,
  evidence: EXIT_EVIDENCE[given],
});

answerTable("checked", [
  { when: "it passes", told: rechecked(), data: shown("pass"), to: "ruled" },
  { when: "it fails", told: rechecked(), data: shown("fail"), to: "ruled" },
  { when: "it has no verdict", told: rechecked(), data: shown("no_verdict"), to: "deliberating" },
  {
    when: "it passes at the deadline",
    told: rechecked().wait(720),
    data: shown("pass"),
    to: "ruled",
  },
  {
    when: "it passes too late",
    told: rechecked().wait(720.001),
    data: shown("pass"),
    to: "deadline_passed",
  },
  {
    when: "it reports no verdict after the deadline",
    told: rechecked().wait(720.001),
    data: shown("no_verdict"),
    to: "deliberating",
  },
  {
    when: "it answers another question",
    told: rechecked(),
    data: { ...shown("pass"), question: 5n },
    to: "stale_answer",
  },
  { when: "a tier was asked", told: deliberating(), data: shown("pass"), to: "wrong_phase" },
  {
    when: "its verdict is unknown",
    told: rechecked(),
    data: { ...shown("pass"), verdict: "maybe" },
    to: "malformed_act",
  },
  {
    when: "its evidence is a text",
    told: rechecked(),
    data: { verdict: "no_verdict", evidence: "no sandbox" },
    to: "malformed_act",
  },
  // {"output":"…"} is thirteen characters longer than the output.
  {
    when: "its evidence has the maximum length",
    told: rechecked(),
    data: { verdict: "no_verdict", evidence: { output: "a".repeat(199_987) } },
    to: "deliberating",
  },
  {
    when: "its evidence is longer",
    told: rechecked(),
    data: { verdict: "no_verdict", evidence: { output: "a".repeat(199_988) } },
    to: "malformed_act",
  },
  {
    when: "it passes in a halt",
    told: fixed(checkable).act(PRINCIPAL, "halt"),
    data: shown("pass"),
    to: "ruled",
  },
  {
    when: "it has no verdict in a halt",
    told: fixed(checkable).act(PRINCIPAL, "halt"),
    data: shown("no_verdict"),
    to: "halted",
  },
]);

const STOPPED = { stopped_by: "time" };
/** What stopped it is the result's doing: the checks decide without it. */
const SPOILED = { ...STOPPED, decided_before: true };
const CONTRADICTED = "evidence_contradicts";

describe("the verdict is what the evidence shows:", () => {
  answerTable(
    "checked",
    (
      [
        ["a run that passed", { exit_code: 0n }, "pass"],
        ["a run that failed", { exit_code: 1n }, "fail"],
        ["a run that was stopped", STOPPED, "no_verdict"],
        ["a run that the result stopped", SPOILED, "fail"],
        ["a run that the checker stopped", { stopped_by: "deadline" }, "no_verdict"],
        ["a checker that crashed", { reason: "no disk" }, "no_verdict"],
        ["nothing", {}, "no_verdict"],
        ["no evidence", null, "no_verdict"],
        [
          "a run that failed, with the word of a principal",
          { exit_code: 1n, passed: true },
          "fail",
        ],
      ] as const
    ).flatMap(([what, evidence, shows]) =>
      (["pass", "fail", "no_verdict"] as const).map((given) => ({
        when: `${what} is called ${given}`,
        told: rechecked(),
        data: { verdict: given, evidence },
        to: given === shows ? (given === "no_verdict" ? "deliberating" : "ruled") : CONTRADICTED,
      })),
    ),
  );

  test("of several checks one that is open leaves it open, and one that fails decides", () => {
    const told = rechecked({
      checks: [
        { method: "exit_code", expected: 0 },
        { method: "output_match", pattern: "ok" },
      ],
    });
    const leadsTo = (given: Verdict, evidence: JsonObject) =>
      told.leadsTo(SERVER, "checked", { ...verdict(told, given), evidence });
    expect(leadsTo("pass", { exit_code: 0n })).toBe(CONTRADICTED);
    expect(leadsTo("no_verdict", { exit_code: 0n })).toBe("deliberating");
    expect(leadsTo("no_verdict", { exit_code: 1n })).toBe(CONTRADICTED);
    expect(leadsTo("fail", { exit_code: 1n })).toBe("ruled");
  });

  test("after the deadline, too: a run that decided is not called open", () => {
    const late = rechecked().wait(720.001);
    const data = { ...shown("pass"), verdict: "no_verdict", question: 0n };
    expect(late.leadsTo(SERVER, "checked", data)).toBe(CONTRADICTED);
  });

  test("the refusal has both", () => {
    const data = { ...shown("pass"), verdict: "fail", question: 0n };
    const refusal = { code: CONTRADICTED, reported: "fail", verdict: "pass" };
    expect(rechecked().refusal(SERVER, "checked", data)).toEqual(refusal);
  });

  test("a stranger who verifies the transcript finds a market that lies about it", () => {
    const told = rechecked();
    const honest = told.transcript();
    const head = { head: entryHash(honest.entries.at(-1)!), seq: honest.entries.length };
    const heard = (data: JsonObject) => {
      const entry = signEntry(SERVER, head, { type: "checked", data }, told.nowMs);
      const entries = [...honest.entries, entry];
      const receivedAt = [...honest.receivedAt, told.nowMs];
      return verifyTranscript({ ...honest, entries, receivedAt }, toyVerify);
    };
    expect(heard(verdict(told, "fail")).ok).toBe(true);
    expect(heard({ ...verdict(told, "fail"), evidence: { exit_code: 0n } })).toMatchObject({
      refusal: { code: "broken_chain", refusal: { code: CONTRADICTED } },
    });
  });
});

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
  const data = checkedData("pass", 7n);
  const stale = { code: "stale_answer", expected: 0, got: 7 };
  expect(rechecked().refusal(SERVER, "checked", data)).toEqual(stale);
  expect(rechecked().leadsTo(PRINCIPAL, "checked")).toBe("server_only");
});

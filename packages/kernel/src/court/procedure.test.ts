/** From what a judge answered to the act that records it. */
import { accepted, appealed, deliberating, halted, SERVER, type Story } from "@bazaar/testkit";
import { describe, expect, expectTypeOf, test } from "vitest";
import { InvariantViolation } from "../invariant.ts";
import type { Answer, JudgeAnswer } from "./answers.ts";
import { actOnAnswer } from "./procedure.ts";
import { TIER_RULINGS } from "./ruling.ts";

const said = { reasoning: "so it is" };

describe("the act that records a judge's answer", () => {
  const rows: { answer: JudgeAnswer; told: () => Story; to: string }[] = [
    ...TIER_RULINGS.flatMap((answer) => [
      { answer, told: deliberating, to: "ruled" },
      { answer, told: halted, to: "ruled" },
      { answer, told: appealed, to: "ruled" },
    ]),
    { answer: "unreadable", told: deliberating, to: "ruled" },
    { answer: "unreadable", told: halted, to: "ruled" },
    { answer: "unreadable", told: appealed, to: "resolved" },
    { answer: "refused", told: deliberating, to: "voided" },
    { answer: "refused", told: halted, to: "voided" },
    { answer: "refused", told: appealed, to: "resolved" },
  ];

  test.each(rows)("$answer, $told.name: leads to $to", ({ answer, told, to }) => {
    const { state } = told();
    const { type, data } = actOnAnswer(state, answer, state.case?.question ?? -1, said);
    expect(told().leadsTo(SERVER, type, data)).toBe(to);
    expect(data).toMatchObject(said);
  });

  test("carries the number of its own question, not of the one that is open", () => {
    const told = appealed();
    for (const answer of ["fulfilled", "refused", "unreadable"] as const) {
      const { type, data } = actOnAnswer(told.state, answer, 0, said);
      expect(data.question).toBe(0n);
      expect(told.leadsTo(SERVER, type, data)).toBe("stale_answer");
    }
  });

  test("of an unreadable first ruling says impossible, which either may appeal", () => {
    const told = deliberating();
    const { type, data } = actOnAnswer(told.state, "unreadable", 0, said);
    told.act(SERVER, type, data);
    expect(told.state.deadline?.waitingFor).toBe("either");
    expect(told.lapse().paid).toBe("principal 0.67, agent 0.67");
  });
});

describe("what a judge cannot answer", () => {
  test("does not compile", () => {
    expectTypeOf(actOnAnswer).parameter(1).toEqualTypeOf<JudgeAnswer>();
    expectTypeOf<Exclude<Answer, JudgeAnswer>>().toEqualTypeOf<
      | "pass"
      | "fail"
      | "no_verdict"
      | "for_agent"
      | "for_principal"
      | "mutual"
      | "unanswered_by_principal"
      | "unanswered_by_agent"
      | "answered"
      | "silent"
    >();
  });

  test("throws, as does a judge without a case", () => {
    const verdict = "no_verdict" as JudgeAnswer;
    expect(() => actOnAnswer(deliberating().state, verdict, 0, said)).toThrow(InvariantViolation);
    expect(() => actOnAnswer(accepted().state, "refused", 0, said)).toThrow(InvariantViolation);
  });
});

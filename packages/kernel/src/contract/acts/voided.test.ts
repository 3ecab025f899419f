import {
  appealed,
  deliberating,
  EXTERNAL_COURT,
  filed,
  halted,
  JUDGE,
  rechecked,
  SERVER,
} from "@bazaar/testkit";
import { expect, test } from "vitest";
import { actTable, answerTable } from "../test/act-table.ts";
import { clockAct } from "../test/clock-act.ts";

const refused = { reason: "refused" };
const timeout = { reason: "timeout" };

answerTable("voided", [
  { when: "the first tier refuses", told: deliberating(), data: refused, to: "voided" },
  { when: "the court refuses in a halt", told: halted(), data: refused, to: "voided" },
  { when: "the appeals court refuses", told: appealed(), data: refused, to: "wrong_phase" },
  { when: "the checker refuses", told: rechecked(), data: refused, to: "wrong_phase" },
  {
    when: "another question is refused",
    told: deliberating(),
    data: { ...refused, question: 9n },
    to: "stale_answer",
  },
  {
    when: "no question is named",
    told: deliberating(),
    data: { ...refused, question: null },
    to: "stale_answer",
  },
]);

actTable("voided", SERVER, [
  {
    when: "the first tier has time left",
    told: deliberating().wait(60),
    data: timeout,
    to: "too_early",
  },
  {
    when: "the first tier is late",
    told: deliberating().wait(60.001),
    data: timeout,
    to: "voided",
  },
  { when: "the court is late in a halt", told: halted().wait(60.001), data: timeout, to: "voided" },
  {
    when: "the appeals court is late",
    told: appealed().wait(60.001),
    data: timeout,
    to: "wrong_phase",
  },
  {
    when: "the checker is late",
    told: rechecked().wait(60.001),
    data: timeout,
    to: "wrong_phase",
  },
  { when: "the response is awaited", told: filed(), data: timeout, to: "wrong_phase" },
]);

clockAct("voided", [
  { when: "the court deliberates", told: deliberating, says: timeout },
  { when: "it deliberates on a halt", told: halted, says: timeout },
]);

test("everything goes back when the first tier does not rule", () => {
  expect(deliberating().lapse().paid).toBe("principal 0.67, agent 0.67");
});

test("the refusal of a stale answer names the open question", () => {
  const data = { ...refused, question: 7n };
  const stale = { code: "stale_answer", expected: 0, got: 7 };
  expect(halted().refusal(SERVER, "voided", data)).toEqual(stale);
});

test("the server writes it also where another judge is silent", () => {
  const told = deliberating(EXTERNAL_COURT).wait(60.001);
  expect(told.leadsTo(JUDGE, "voided")).toBe("server_only");
  expect(told.leadsTo(SERVER, "voided")).toBe("voided");
});

import {
  AGENT,
  deliberating,
  filed,
  halted,
  JUDGE,
  PRINCIPAL,
  rechecked,
  ruled,
  SERVER,
  type Story,
} from "@bazaar/testkit";
import { expect, test } from "vitest";
import type { JsonObject } from "../../canonical/json.ts";
import { TIERS } from "../../court/ruling.ts";
import { clockAct } from "../test/clock-act.ts";

const appealed = (told: Story = ruled()): Story =>
  told.act(PRINCIPAL, "appeal").act(AGENT, "dispute_response");
const foreign = { court: { kind: "tiered", judge: JUDGE.party, tiers: TIERS } } as const;

interface Row {
  readonly when: string;
  readonly told: Story;
  readonly data: JsonObject;
  readonly to: string;
}

test.each<Row>([
  {
    when: "the first instance refuses",
    told: deliberating(),
    data: { reason: "refused" },
    to: "voided",
  },
  {
    when: "the first instance is late, claimed early",
    told: deliberating().wait(60),
    data: { reason: "timeout" },
    to: "too_early",
  },
  {
    when: "the first instance is late",
    told: deliberating().wait(60.001),
    data: { reason: "timeout" },
    to: "voided",
  },
  {
    when: "a halt's court is late",
    told: halted().wait(60.001),
    data: { reason: "timeout" },
    to: "voided",
  },
  {
    when: "a halt's court refuses",
    told: halted(),
    data: { reason: "refused" },
    to: "voided",
  },
  {
    when: "the appeal is late, called void",
    told: appealed().wait(60.001),
    data: { reason: "timeout" },
    to: "wrong_phase",
  },
  {
    when: "the appeal refuses, called void",
    told: appealed(),
    data: { reason: "refused" },
    to: "wrong_phase",
  },
  {
    when: "the checker refuses, called void",
    told: rechecked(),
    data: { reason: "refused" },
    to: "wrong_phase",
  },
  {
    when: "the checker is late, called void",
    told: rechecked().wait(60.001),
    data: { reason: "timeout" },
    to: "wrong_phase",
  },
  {
    when: "the response is awaited",
    told: filed(),
    data: { reason: "timeout" },
    to: "wrong_phase",
  },
  {
    when: "the first instance refuses another question",
    told: deliberating(),
    data: { reason: "refused", question: 9n },
    to: "stale_answer",
  },
  {
    when: "it does not say what it refuses",
    told: deliberating(),
    data: { reason: "refused", question: null },
    to: "stale_answer",
  },
])("when $when → $to", ({ told, data, to }) => {
  const isAnswer = data.reason === "refused" || data.reason === "unreadable";
  const question = BigInt(told.state.case?.question ?? 0);
  const said = isAnswer ? { question, ...data } : data;
  expect(told.leadsTo(SERVER, "voided", said)).toBe(to);
});

clockAct("voided", [
  { when: "the court deliberates", told: deliberating, says: { reason: "timeout" } },
  { when: "it deliberates on a halt", told: halted, says: { reason: "timeout" } },
]);

test("everything goes back when the first instance does not rule", () => {
  expect(deliberating().lapse().paid).toBe("principal 0.67, agent 0.67");
});

test("a stale refusal is told the question that is asked", () => {
  const data = { reason: "refused", question: 7n };
  const stale = { code: "stale_answer", expected: 0, got: 7 };
  expect(halted().refusal(SERVER, "voided", data)).toEqual(stale);
});

test("the server writes it also where another judge is silent", () => {
  const told = deliberating(foreign).wait(60.001);
  expect(told.leadsTo(JUDGE, "voided")).toBe("server_only");
  expect(told.leadsTo(SERVER, "voided")).toBe("voided");
});

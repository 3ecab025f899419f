import { AGENT, deliberating, JUDGE, PRINCIPAL, ruled, SERVER, type Story } from "@bazaar/testkit";
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
    when: "the appeal refuses",
    told: appealed(),
    data: { reason: "refused" },
    to: "resolved",
  },
  {
    when: "the appeal is unreadable",
    told: appealed(),
    data: { reason: "unreadable" },
    to: "resolved",
  },
  {
    when: "the appeal is late",
    told: appealed().wait(60.001),
    data: { reason: "timeout" },
    to: "resolved",
  },
  {
    when: "the appeal is late, claimed early",
    told: appealed().wait(60),
    data: { reason: "timeout" },
    to: "too_early",
  },
  {
    when: "the first instance has nothing that could stand",
    told: deliberating().wait(60.001),
    data: { reason: "timeout" },
    to: "wrong_phase",
  },
  {
    when: "somebody may still appeal",
    told: ruled().wait(30),
    data: { reason: "no_appeal" },
    to: "too_early",
  },
  {
    when: "a refusal is claimed while somebody may appeal",
    told: ruled(),
    data: { reason: "refused" },
    to: "too_early",
  },
  {
    when: "a refusal is claimed where nobody appealed",
    told: ruled().wait(30.001),
    data: { reason: "refused" },
    to: "malformed_act",
  },
  {
    when: "an appeal that is late is called unappealed",
    told: appealed().wait(60.001),
    data: { reason: "no_appeal" },
    to: "malformed_act",
  },
  {
    when: "the appeal refuses the question before",
    told: appealed(),
    data: { reason: "refused", question: 0n },
    to: "stale_answer",
  },
  {
    when: "the appeal cannot be understood on the question before",
    told: appealed(),
    data: { reason: "unreadable", question: 0n },
    to: "stale_answer",
  },
])("when $when → $to", ({ told, data, to }) => {
  const isAnswer = data.reason === "refused" || data.reason === "unreadable";
  const question = BigInt(told.state.case?.question ?? 0);
  const said = isAnswer ? { question, ...data } : data;
  expect(told.leadsTo(SERVER, "ruling_final", said)).toBe(to);
});

clockAct("ruling_final", [
  {
    when: "it deliberates on an appeal",
    told: appealed,
    says: { reason: "timeout" },
  },
  {
    when: "an appeal is possible",
    told: ruled,
    says: { reason: "no_appeal" },
  },
]);

test("a silent appeals court leaves the ruling standing and is not paid", () => {
  expect(appealed().lapse().paid).toBe(ruled().lapse().paid);
  expect(ruled().lapse().paid).toBe("agent 1.12, principal 0.15, platform 0.07");
});

test("the server writes it also where another judge is silent", () => {
  const told = appealed(ruled("fulfilled", foreign)).wait(60.001);
  expect(told.leadsTo(JUDGE, "ruling_final")).toBe("server_only");
  expect(told.leadsTo(SERVER, "ruling_final")).toBe("resolved");
});

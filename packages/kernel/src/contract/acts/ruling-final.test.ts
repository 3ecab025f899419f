import { appealed, deliberating, EXTERNAL_COURT, JUDGE, ruled, SERVER } from "@bazaar/testkit";
import { expect, test } from "vitest";
import { actTable, answerTable } from "../test/act-table.ts";
import { clockAct } from "../test/clock-act.ts";

const refused = { reason: "refused" };
const unreadable = { reason: "unreadable" };
const timeout = { reason: "timeout" };
const noAppeal = { reason: "no_appeal" };

answerTable("ruling_final", [
  { when: "the appeals court refuses", told: appealed(), data: refused, to: "resolved" },
  { when: "the appeals court is unreadable", told: appealed(), data: unreadable, to: "resolved" },
  { when: "nobody has appealed yet", told: ruled(), data: refused, to: "too_early" },
  { when: "nobody appealed", told: ruled().wait(30.001), data: refused, to: "malformed_act" },
  {
    when: "the earlier question is refused",
    told: appealed(),
    data: { ...refused, question: 0n },
    to: "stale_answer",
  },
  {
    when: "the answer to the earlier question is unreadable",
    told: appealed(),
    data: { ...unreadable, question: 0n },
    to: "stale_answer",
  },
]);

actTable("ruling_final", SERVER, [
  {
    when: "the appeals court is late",
    told: appealed().wait(60.001),
    data: timeout,
    to: "resolved",
  },
  {
    when: "the appeals court has time left",
    told: appealed().wait(60),
    data: timeout,
    to: "too_early",
  },
  {
    when: "there is no ruling yet",
    told: deliberating().wait(60.001),
    data: timeout,
    to: "wrong_phase",
  },
  { when: "an appeal is still possible", told: ruled().wait(30), data: noAppeal, to: "too_early" },
  {
    when: "a late appeal is called unappealed",
    told: appealed().wait(60.001),
    data: noAppeal,
    to: "malformed_act",
  },
]);

clockAct("ruling_final", [
  { when: "it deliberates on an appeal", told: appealed, says: timeout },
  { when: "an appeal is possible", told: ruled, says: noAppeal },
]);

test("a silent appeals court leaves the ruling standing and is not paid", () => {
  expect(appealed().lapse().paid).toBe(ruled().lapse().paid);
  expect(ruled().lapse().paid).toBe("agent 1.12, principal 0.15, platform 0.07");
});

test("the server writes it also where another judge is silent", () => {
  const told = appealed(ruled("fulfilled", EXTERNAL_COURT)).wait(60.001);
  expect(told.leadsTo(JUDGE, "ruling_final")).toBe("server_only");
  expect(told.leadsTo(SERVER, "ruling_final")).toBe("resolved");
});

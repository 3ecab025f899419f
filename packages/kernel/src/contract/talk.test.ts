/** How many messages each side may send. */
import { AGENT, bonded, PRINCIPAL, RIVAL, type Story } from "@bazaar/testkit";
import { expect, test } from "vitest";
import type { Signer } from "../identity/signer.ts";

const two = { rules: { maxMessages: 2 } };
const said = (told: Story, by: Signer, times: number): Story => {
  for (let time = 0; time < times; time += 1) told.act(by, "message");
  return told;
};

test("a side may send as many messages as the terms allow, of every kind", () => {
  expect(said(bonded(two), AGENT, 1).leadsTo(AGENT, "ask")).toBe("investigating");
  for (const act of ["ask", "message"] as const) {
    expect(said(bonded(two), AGENT, 2).refusal(AGENT, act)).toEqual({
      code: "too_much_talk",
      limit: 2,
    });
  }
  expect(said(bonded(), AGENT, 99).leadsTo(AGENT, "ask")).toBe("investigating");
  expect(said(bonded(), AGENT, 100).leadsTo(AGENT, "ask")).toBe("too_much_talk");
  expect(bonded({ rules: { maxMessages: 0 } }).leadsTo(AGENT, "ask")).toBe("too_much_talk");
});

test("each side has its own limit", () => {
  const told = said(bonded(two), AGENT, 2);
  expect(said(told, PRINCIPAL, 1).leadsTo(PRINCIPAL, "answer")).toBe("investigating");
  expect(said(told, PRINCIPAL, 1).leadsTo(PRINCIPAL, "answer")).toBe("too_much_talk");
});

test("each agent starts a new count", () => {
  const told = said(said(bonded(two), AGENT, 2), PRINCIPAL, 2).act(AGENT, "decline");
  told.act(RIVAL, "bond");
  expect(said(told, PRINCIPAL, 2).leadsTo(PRINCIPAL, "message")).toBe("too_much_talk");
  expect(said(told, RIVAL, 2).leadsTo(RIVAL, "message")).toBe("too_much_talk");
});

test("messages are counted in every phase, including the end", () => {
  const told = said(bonded(two), AGENT, 1).act(AGENT, "accept").act(AGENT, "fix");
  said(told.act(PRINCIPAL, "verify"), AGENT, 1);
  expect(told.leadsTo(AGENT, "message")).toBe("too_much_talk");
});

test("messages after the deadline and beyond the turn limit are counted", () => {
  const rules = { maxMessages: 3, maxTalkTurns: 1 };
  const told = said(bonded({ rules }), AGENT, 2).wait(121);
  expect(said(told, AGENT, 1).leadsTo(AGENT, "message")).toBe("too_much_talk");
});

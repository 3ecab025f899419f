/** When an agent that left makes the platform fee due. B 0.5, J 0.17, F 0.05, C 0.05. */
import { AGENT, accepted, failed, PRINCIPAL, RIVAL, type Story } from "@bazaar/testkit";
import { expect, test } from "vitest";

test("a late leave makes the platform's fee due, once, at the end", () => {
  const told = accepted().wait(31).act(AGENT, "back_out");
  expect(told.state.isFeeDue).toBe(true);
  told.lapse();
  expect(told.paid).toBe(
    "agent 0.57, principal 0.05, platform 0.05, principal 0.62, platform 0.05",
  );
});

test("a fee that is due stays due when the next agent leaves for free", () => {
  const told = accepted().wait(31).act(AGENT, "back_out");
  told.act(RIVAL, "bond").act(RIVAL, "decline").lapse();
  expect(told.paid.endsWith("agent 0.67, principal 0.62, platform 0.05")).toBe(true);
});

test("a leave in grace makes no fee due", () => {
  const told = accepted().act(AGENT, "back_out").lapse();
  expect(told.paid).toBe("agent 0.67, principal 0.67");
});

test("only the first leaver pays the principal: its fee of 0.05 is paid for", () => {
  const told = accepted().wait(31).act(AGENT, "back_out");
  told.act(RIVAL, "bond").act(RIVAL, "accept").wait(31).act(RIVAL, "back_out").lapse();
  expect(told.state.leaversPaid).toBe(50_000_000n);
  expect(told.paid).toBe(
    [
      "agent 0.57, principal 0.05, platform 0.05",
      "agent 0.62, platform 0.05",
      "principal 0.62, platform 0.05",
    ].join(", "),
  );
});

test.each([
  { end: "voided", told: (next: Story) => next.act(PRINCIPAL, "halt").lapse() },
  {
    end: "canceled in grace",
    told: (next: Story) => next.act(PRINCIPAL, "cancel"),
  },
])("a fee that is due is taken from a contract that is then $end", ({ told }) => {
  const before = accepted().wait(31).act(AGENT, "back_out");
  const next = before.act(RIVAL, "bond").act(RIVAL, "accept");
  expect(told(next).paid.endsWith("principal 0.62, agent 0.67, platform 0.05")).toBe(true);
});

test("an agent that leaves after a rejected fix makes no fee due; one before it does", () => {
  const free = failed().act(AGENT, "back_out").lapse();
  expect(free.paid).toBe("agent 0.67, principal 0.67");
  const told = accepted().wait(31).act(AGENT, "back_out").act(RIVAL, "bond").act(RIVAL, "accept");
  told.act(RIVAL, "fix").act(PRINCIPAL, "verify", { success: false }).act(RIVAL, "back_out");
  expect(told.lapse().paid.endsWith("agent 0.67, principal 0.62, platform 0.05")).toBe(true);
});

test("two late leaves make one fee due", () => {
  const told = accepted().wait(31).act(AGENT, "back_out");
  told.act(RIVAL, "bond").act(RIVAL, "accept").lapse();
  expect(told.state.formerAgents).toEqual([AGENT.party, RIVAL.party]);
  const before = told.legs.length;
  told.act(PRINCIPAL, "cancel");
  const last = told.legs.slice(before).map(({ to, amount }) => [to.role, amount]);
  expect(last).toEqual([
    ["principal", 620_000_000n],
    ["platform", 50_000_000n],
  ]);
});

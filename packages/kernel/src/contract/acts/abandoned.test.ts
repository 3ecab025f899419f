import { AGENT, accepted, bonded, fixed, reserved, SERVER, story } from "@bazaar/testkit";
import { expect, test } from "vitest";
import { actTable } from "../test/act-table.ts";
import { clockAct } from "../test/clock-act.ts";

clockAct("abandoned", [
  {
    when: "no agent's deposit came",
    told: reserved,
    says: { reason: "no_deposit" },
  },
  { when: "the agent investigates", told: bonded, says: { reason: "agent_silent" } },
  {
    when: "the look is over",
    told: () => bonded({ rules: { seatLookSeconds: 60 } }).act(AGENT, "investigate"),
    says: { reason: "look_over" },
  },
  { when: "the agent works", told: accepted, says: { reason: "agent_silent" } },
]);

actTable("abandoned", SERVER, [
  { when: "no agent has bonded", told: story(), to: "wrong_phase" },
  {
    when: "the principal's answer is awaited",
    told: bonded().act(AGENT, "investigate").wait(120.001),
    to: "wrong_phase",
  },
  { when: "a fix is pending", told: fixed().wait(420.001), to: "wrong_phase" },
]);

test.each([
  { turnSeconds: 30, paid: "agent 0.67" },
  { turnSeconds: 31, paid: "agent 0.57, principal 0.05, platform 0.05" },
])("an agent silent from $turnSeconds s on leaves then, whenever it is written", (row) => {
  const told = accepted({ rules: { turnSeconds: row.turnSeconds } }).wait(9_999);
  expect(told.act(SERVER, "abandoned").paid).toBe(row.paid);
});

test("only the server writes it", () => {
  expect(accepted().leadsTo(AGENT, "abandoned")).toBe("server_only");
});

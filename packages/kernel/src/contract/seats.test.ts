import { AGENT, bonded, fixed, PRINCIPAL, RIVAL, SERVER, story, toySigner } from "@bazaar/testkit";
import { expect, test } from "vitest";

test("the next agent starts with a new seat: number, rounds, attempts, pickup and turn", () => {
  const told = fixed().act(PRINCIPAL, "verify", { success: false }).act(AGENT, "investigate");
  told.act(PRINCIPAL, "result").act(AGENT, "back_out");
  expect(told.state).toMatchObject({
    phase: "open",
    seat: null,
    seatsTaken: 1,
    formerAgents: [AGENT.party],
    deadline: { kind: "pickup", atMs: told.nowMs + 30_000, waitingFor: "any_agent" },
  });
  told.act(RIVAL, "bond");
  expect(told.state.seat).toMatchObject({
    agent: RIVAL.party,
    number: 2,
    isAccepted: false,
    attempts: 0,
    rounds: 0,
    graceEndsMs: null,
  });
});

test("the next agent shares the rate limit with the one before", () => {
  const told = bonded().act(AGENT, "investigate").act(PRINCIPAL, "result");
  told.act(AGENT, "decline").act(RIVAL, "bond");
  expect(told.leadsTo(RIVAL, "investigate")).toBe("too_early");
  expect(told.wait(5).leadsTo(RIVAL, "investigate")).toBe("investigating");
});

test("the tenth agent that leaves late is the last; then the contract is canceled", () => {
  const told = story();
  for (let number = 1; number <= 10; number += 1) {
    const agent = toySigner(`agent-${number}`);
    told.act(agent, "bond").act(agent, "accept").wait(31).act(agent, "back_out");
  }
  expect(told.state.deadline).toEqual({
    kind: "pickup",
    atMs: told.nowMs,
    waitingFor: "any_agent",
  });
  expect(told.refusal(AGENT, "bond")).toEqual({ code: "seats_exhausted", limit: 10 });
  expect(told.leadsTo(SERVER, "auto_cancel")).toBe("too_early");
  told.nowMs += 1;
  expect(told.leadsTo(AGENT, "bond")).toBe("deadline_passed");
  told.act(SERVER, "auto_cancel");
  expect(told.phase).toBe("canceled");
  expect(told.legs.filter(({ to }) => to.role === "agent")).toHaveLength(10);
  expect(told.paid.endsWith("principal 0.62, platform 0.05")).toBe(true);
});

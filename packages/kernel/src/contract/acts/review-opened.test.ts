import { AGENT, accepted, fixed, reviewed, SERVER } from "@bazaar/testkit";
import { expect, test } from "vitest";
import { clockAct } from "../test/clock-act.ts";

clockAct("review_opened", [{ when: "a fix waits", told: fixed, says: {} }]);

test("starts the review clock", () => {
  const told = fixed().lapse();
  expect(told.phase).toBe("review");
  expect(told.state.deadline).toEqual({
    kind: "review",
    atMs: told.nowMs + 7_200_000,
    waitingFor: "principal",
  });
});

test.each([
  { when: "no fix was handed in", told: accepted(), to: "wrong_phase" },
  { when: "the review runs already", told: reviewed(), to: "wrong_phase" },
])("when $when → $to", ({ told, to }) => {
  expect(told.leadsTo(SERVER, "review_opened")).toBe(to);
});

test("only the server writes it", () => {
  expect(fixed().wait(420.001).leadsTo(AGENT, "review_opened")).toBe("server_only");
});

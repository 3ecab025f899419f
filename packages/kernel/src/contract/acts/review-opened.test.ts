import { AGENT, accepted, fixed, reviewed, SERVER } from "@bazaar/testkit";
import { expect, test } from "vitest";
import { actTable } from "../test/act-table.ts";
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

actTable("review_opened", SERVER, [
  { when: "no fix was submitted", told: accepted(), to: "wrong_phase" },
  { when: "the review runs already", told: reviewed(), to: "wrong_phase" },
]);

test("only the server writes it", () => {
  expect(fixed().wait(420.001).leadsTo(AGENT, "review_opened")).toBe("server_only");
});

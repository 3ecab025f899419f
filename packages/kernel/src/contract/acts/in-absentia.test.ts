import { accepted, deliberating, filed, halted, PRINCIPAL, SERVER } from "@bazaar/testkit";
import { expect, test } from "vitest";
import { actTable } from "../test/act-table.ts";
import { clockAct } from "../test/clock-act.ts";

clockAct("in_absentia", [{ when: "an answer is awaited", told: filed, says: {} }]);

test("asks the court, with a whole clock of its own", () => {
  const told = filed().lapse();
  const byMs = told.nowMs + 60_000;
  expect(told.phase).toBe("deliberating");
  expect(told.state.deadline).toEqual({ kind: "ruling", atMs: byMs, waitingFor: "court" });
  expect(told.tasks).toMatchObject([{ kind: "ask_judge", payload: { bench: "district", byMs } }]);
});

actTable("in_absentia", SERVER, [
  { when: "no case was filed", told: accepted(), to: "wrong_phase" },
  { when: "the other side has answered", told: deliberating(), to: "wrong_phase" },
  {
    when: "the contract was halted, which has no response window",
    told: halted(),
    to: "wrong_phase",
  },
]);

test("only the server writes it", () => {
  expect(filed().wait(30.001).leadsTo(PRINCIPAL, "in_absentia")).toBe("server_only");
});

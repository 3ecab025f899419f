import {
  accepted,
  checkedData,
  deliberating,
  filed,
  halted,
  PRINCIPAL,
  reviewed,
  SERVER,
} from "@bazaar/testkit";
import { expect, test } from "vitest";
import { actTable } from "../test/act-table.ts";
import { clockAct } from "../test/clock-act.ts";

const checkable = { work: { kind: "run", spec: { command: "make test" } } } as const;

clockAct("in_absentia", [
  { when: "an answer is awaited", told: filed, says: {} },
  { when: "a replayable fix was not reviewed", told: () => reviewed(checkable), says: {} },
]);

test("asks the court, with a whole clock of its own", () => {
  const told = filed().lapse();
  const byMs = told.nowMs + 60_000;
  expect(told.phase).toBe("deliberating");
  expect(told.state.deadline).toEqual({ kind: "ruling", atMs: byMs, waitingFor: "court" });
  expect(told.tasks).toMatchObject([{ kind: "ask_judge", payload: { bench: "district", byMs } }]);
});

test("a buyer that is silent on a replayable fix leaves the decision to the check", () => {
  const told = reviewed(checkable).lapse();
  expect(told.phase).toBe("deliberating");
  expect(told.state.case).toMatchObject({ filer: "principal", bench: "replay", isAnswered: false });
  expect(told.tasks.at(-1)).toMatchObject({ kind: "run_check" });
  expect(told.leadsTo(SERVER, "checked", checkedData("pass"))).toBe("ruled");
});

actTable("in_absentia", SERVER, [
  {
    when: "the fix cannot be replayed, so silence is consent",
    told: reviewed().wait(7_200.001),
    to: "wrong_phase",
  },
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

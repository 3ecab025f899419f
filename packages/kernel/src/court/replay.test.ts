/** The free replay of the check: when there is one, how long it takes, and what its silence means. */
import {
  AGENT,
  accepted,
  bonded,
  checkablePanel,
  fixed,
  NO_COURT,
  PRINCIPAL,
  rechecked,
  type Story,
  story,
} from "@bazaar/testkit";
import { expect, test } from "vitest";
import { canReplay, replaySilence, replayWindow } from "./replay.ts";

const checkable = { work: { kind: "run", spec: { command: "make test" } } } as const;

const cases: { when: string; told: () => Story; can: boolean }[] = [
  { when: "a fix was handed in", told: () => fixed(checkable), can: true },
  { when: "nobody has bonded", told: () => story(), can: false },
  { when: "the agent has not accepted", told: () => bonded(checkable), can: false },
  { when: "no fix was handed in", told: () => accepted(checkable), can: false },
  { when: "the command ran on a private machine", told: () => fixed(), can: false },
  {
    when: "the principal is the check",
    told: () => fixed({ ...checkable, checks: [{ method: "principal" }] }),
    can: false,
  },
  { when: "there is no court", told: () => fixed({ ...NO_COURT, ...checkable }), can: false },
  {
    when: "there is no court, but a replay",
    told: () => fixed({ ...NO_COURT, ...checkable, court: { kind: "none", replays: true } }),
    can: true,
  },
];

test.each(cases)("when $when the check can be run again: $can", ({ told, can }) => {
  expect(canReplay(told().state)).toBe(can);
});

test("an agent that has not accepted has no fix, though its grace has not begun", () => {
  const { seat, ...rest } = fixed(checkable).state;
  expect(seat).toMatchObject({ isAccepted: true, graceEndsMs: null });
  const before = seat === null ? null : { ...seat, isAccepted: false };
  expect(canReplay({ ...rest, seat: before })).toBe(false);
  expect(canReplay({ ...rest, seat: null })).toBe(false);
});

test("no panel is called before the check was run", () => {
  const told = checkablePanel().act(PRINCIPAL, "dispute_filed").act(AGENT, "dispute_response");
  expect(told.state.case).toMatchObject({ bench: "replay", panel: null });
  expect(told.leadsTo(AGENT, "evidence")).toBe("wrong_phase");
});

test("two runs and two minutes fit into its window", () => {
  const { state } = rechecked({ rules: { executionSeconds: 45 } });
  expect(replayWindow(state)).toEqual({ kind: "ruling", seconds: 210, waitingFor: "court" });
});

test("a checker that does not answer has no verdict on the open question", () => {
  const { state } = rechecked();
  expect(replaySilence(state)).toEqual({
    type: "checked",
    data: { verdict: "no_verdict", reason: "timeout", question: 0n },
  });
});

test("without a question there is no silence", () => {
  const { state } = rechecked();
  const broken = "the check to be run again has no question";
  expect(() => replaySilence({ ...state, case: null })).toThrow(broken);
  const unasked = state.case === null ? null : { ...state.case, question: null };
  expect(() => replaySilence({ ...state, case: unasked })).toThrow(broken);
});

/** From stage to stage of a panel, each step by itself. */
import {
  AGENT,
  accepted,
  budgetPot,
  calling,
  deliberating,
  drawn,
  hearing,
  opening,
  PANEL,
  type Story,
  seating,
  unseated,
  voting,
} from "@bazaar/testkit";
import { describe, expect, test } from "vitest";
import type { Case, ContractState } from "../../contract/state.ts";
import {
  advance,
  concludeVotes,
  concludeWithoutPanel,
  countVotes,
  enterStage,
  fallBack,
  notAtStage,
  withPanel,
} from "./procedure.ts";
import { type Arbiter, type Panel, panelOf } from "./proceedings.ts";

const act = { type: "evidence", by: AGENT.party, data: {} } as const;
const UNCHANGED = { tasks: [], holds: [], legs: [] };

/** The story's state with another panel. */
const paneled = ({ state }: Story, changes: Partial<Panel>): ContractState =>
  withPanel(state, { ...panelOf(state), ...changes });

/** The story's state with arbiters changed one by one. */
function arbitrated(told: Story, changes: readonly Partial<Arbiter>[]): ContractState {
  const { arbiters } = panelOf(told.state);
  return paneled(told, { arbiters: arbiters.map((one, at) => ({ ...one, ...changes[at] })) });
}

function inCase(state: ContractState, changes: Partial<Case>): ContractState {
  return { ...state, case: state.case === null ? null : { ...state.case, ...changes } };
}

describe("an act at a stage", () => {
  test("is right where the stage is named", () => {
    expect(notAtStage(hearing().state, ["seating", "evidence"], act)).toBeNull();
  });

  test("is refused at another stage, and where there is no panel", () => {
    const { state } = calling();
    const refusal = { code: "wrong_stage", stage: "calling", act: "evidence" };
    expect(notAtStage(state, ["evidence"], act)).toEqual({ ok: false, refusal });
    for (const { state: other, phase } of [accepted(PANEL), deliberating()]) {
      const wrong = { code: "wrong_phase", phase, act: "evidence" };
      expect(notAtStage(other, ["calling"], act)).toEqual({ ok: false, refusal: wrong });
    }
  });
});

test("a stage starts its clock and changes nothing else", () => {
  const { state } = calling();
  const next = enterStage(state, panelOf(state), "voting", 1_000);
  const deadline = { kind: "votes", atMs: 3_601_000, waitingFor: "panel" };
  const expected = { ...paneled(calling(), { stage: "voting" }), deadline };
  expect(next).toEqual({ state: expected, ...UNCHANGED });
});

describe("a panel that waits", () => {
  const stageAfter = (state: ContractState): string => panelOf(advance(state, 0).state).stage;
  const seated = { is: "seated" } as const;

  test("goes on to the evidence once three sit", () => {
    const two = arbitrated(seating(), [seated, seated]);
    expect(advance(two, 0)).toEqual({ state: two, ...UNCHANGED });
    expect(stageAfter(arbitrated(seating(), [seated, seated, seated]))).toBe("evidence");
  });

  test("goes on to the votes once both sides were heard too", () => {
    const heard = ["agent", "principal"] as const;
    expect(stageAfter(paneled(hearing(), { heard }))).toBe("voting");
    expect(stageAfter(paneled(hearing(), { heard: ["agent"] }))).toBe("evidence");
    expect(stageAfter(paneled(seating(), { heard }))).toBe("seating");
  });

  test("waits on the same clock for the side that is missing", () => {
    const told = hearing();
    const state = paneled(told, { heard: ["agent"] });
    const deadline = { ...told.state.deadline, waitingFor: "principal" };
    expect(advance(state, 0)).toEqual({ state: { ...state, deadline }, ...UNCHANGED });
    const timeless = { ...state, deadline: null };
    expect(advance(timeless, 0).state).toEqual(timeless);
  });
});

describe("without a panel", () => {
  test("arbiters are released with their bonds, and the respondent may answer", () => {
    const [first] = drawn(seating());
    if (first === undefined) throw new Error("nobody was drawn");
    const { state } = seating().act(first, "arbiter_accept");
    const { state: next, legs, tasks, holds } = fallBack(state, 5_000);
    expect(panelOf(next)).toMatchObject({ stage: "fallback" });
    expect(panelOf(next).arbiters.map(({ is }) => is)).toEqual(["released", "asked", "asked"]);
    expect(next.deadline).toMatchObject({ kind: "fallback", atMs: 1_805_000 });
    expect(legs.map(({ to }) => to.party)).toEqual([first.party]);
    expect({ tasks, holds }).toEqual({ tasks: [], holds: [] });
  });

  test("an answer that was given decides at once, after the bonds", () => {
    const state = inCase(hearing().state, { isAnswered: true });
    const { state: next, legs, tasks, holds } = fallBack(state, 0);
    expect(next.phase).toBe("resolved");
    expect(panelOf(next).stage).toBe("closed");
    expect(panelOf(next).arbiters.map(({ is }) => is)).toEqual(Array(3).fill("released"));
    expect(legs.slice(0, 3).map(({ to }) => to.role)).toEqual(Array(3).fill("arbiter"));
    expect({ tasks, holds }).toEqual({ tasks: [], holds: [] });
    expect(next.outcome?.row).toBe(concludeWithoutPanel(state, 0).state.outcome?.row);
  });

  test.each([
    { leader: "principal", isAnswered: false, outcome: "canceled" },
    { leader: "agent", isAnswered: false, outcome: "fulfilled" },
    { leader: "principal", isAnswered: true, outcome: "impossible" },
    { leader: "agent", isAnswered: true, outcome: "impossible" },
  ] as const)("a case of the $leader, answered $isAnswered, is $outcome", (row) => {
    const { leader, isAnswered, outcome } = row;
    const { state } = concludeWithoutPanel(inCase(unseated().state, { leader, isAnswered }), 0);
    expect(state.rulings).toMatchObject([{ outcome, bench: "panel" }]);
    expect(panelOf(state).stage).toBe("closed");
  });
});

describe("the votes are counted", () => {
  const seated = { is: "seated" } as const;
  const sealed = { ...seated, sealed: "ab" } as const;
  const voted = { is: "voted", verdict: "disputant" } as const;
  const money = () => voting({ pots: [budgetPot()] });
  const counting: { when: string; state: () => ContractState; stage: string }[] = [
    { when: "open, two cast", state: () => arbitrated(voting(), [voted, voted]), stage: "voting" },
    {
      when: "open, all cast",
      state: () => arbitrated(voting(), [voted, voted, voted]),
      stage: "closed",
    },
    { when: "none sealed", state: () => money().state, stage: "voting" },
    { when: "two sealed", state: () => arbitrated(money(), [sealed, sealed]), stage: "voting" },
    {
      when: "all sealed",
      state: () => arbitrated(money(), [sealed, sealed, sealed]),
      stage: "opening",
    },
    { when: "none opened", state: () => opening().state, stage: "opening" },
    { when: "two opened", state: () => arbitrated(opening(), [voted, voted]), stage: "opening" },
    {
      when: "all opened",
      state: () => arbitrated(opening(), [voted, voted, voted]),
      stage: "closed",
    },
    {
      when: "two opened and one never sealed",
      state: () => arbitrated(opening(), [voted, voted, { sealed: null }]),
      stage: "closed",
    },
  ];

  test.each(counting)("with $when: $stage", ({ state: make, stage }) => {
    const state = make();
    const next = countVotes(state, 0);
    expect(panelOf(next.state).stage).toBe(stage);
    if (stage === panelOf(state).stage) expect(next).toEqual({ state, ...UNCHANGED });
  });
});

describe("the votes decide", () => {
  const vote = (verdict: Arbiter["verdict"]) => ({ is: "voted", verdict }) as const;

  test.each([
    { leader: "principal", verdict: "disputant", outcome: "canceled" },
    { leader: "principal", verdict: "respondent", outcome: "fulfilled" },
    { leader: "agent", verdict: "disputant", outcome: "fulfilled" },
    { leader: "agent", verdict: "respondent", outcome: "canceled" },
    { leader: "principal", verdict: "mutual", outcome: "mutual" },
  ] as const)("for the $verdict in a case of the $leader: $outcome", (row) => {
    const votes = [vote(row.verdict), vote(row.verdict)];
    const state = inCase(arbitrated(voting(), votes), { leader: row.leader });
    const decided = concludeVotes(state, 0);
    expect(decided.state.rulings).toMatchObject([{ outcome: row.outcome, bench: "panel" }]);
    const panel = panelOf(decided.state);
    expect(panel).toMatchObject({ stage: "closed", verdict: row.verdict });
    expect(panel.arbiters.map(({ is }) => is)).toEqual(["voted", "voted", "silent"]);
    const bonds = decided.legs.slice(0, 3).map(({ to }) => to.role);
    expect(bonds).toEqual(["arbiter", "arbiter", "burn"]);
    expect({ tasks: decided.tasks, holds: decided.holds }).toEqual({ tasks: [], holds: [] });
  });
});

test("on appeal from the check the votes decide as they do at first", () => {
  const replay = { outcome: "fulfilled", bench: "replay", against: "principal" } as const;
  const vote = { is: "voted", verdict: "disputant" } as const;
  const state = { ...arbitrated(voting(), [vote, vote, vote]), rulings: [replay] };
  const { rulings } = concludeVotes(state, 0).state;
  expect(rulings).toMatchObject([replay, { outcome: "canceled", bench: "panel" }]);
});

test("without a case there is no step", () => {
  const none = accepted(PANEL).state;
  const panel = panelOf(calling().state);
  expect(() => withPanel(none, panel)).toThrow("there is no case");
  expect(() => concludeWithoutPanel(none, 0)).toThrow("there is no case");
  expect(() => concludeVotes(none, 0)).toThrow("there is no case");
  expect(() => fallBack(none, 0)).toThrow("there is no panel");
});

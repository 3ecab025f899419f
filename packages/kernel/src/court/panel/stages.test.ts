/** The clock of every stage of a panel, and what the server writes when it runs out. */
import {
  AGENT,
  accepted,
  budgetPot,
  calling,
  checkablePanel,
  checkedData,
  drawing,
  hearing,
  opening,
  PANEL,
  PRINCIPAL,
  revealing,
  SERVER,
  type Story,
  sampleTerms,
  sealedVote,
  seating,
  sitting,
  unseated,
  voting,
} from "@bazaar/testkit";
import { describe, expect, test } from "vitest";
import type { ContractState } from "../../contract/state.ts";
import { type PanelCourt, panel, panelTerms, unheard } from "./panel.ts";
import { type PanelStage, panelOf, UNCALLED } from "./proceedings.ts";

const court: PanelCourt = panelTerms("rating", {
  revealSeconds: 61,
  acceptanceSeconds: 62,
  evidenceSeconds: 63,
  votesSeconds: 64,
});
const changes = { court, rules: { rulingSeconds: 65 } } as const;

interface Row {
  readonly stage: PanelStage;
  readonly told: () => Story;
  readonly window: object;
  readonly silence: object;
}

const timeout = { reason: "timeout" };
const votesOver = { type: "ruling_final", data: { reason: "votes_over" } };
const inAbsentia = { type: "in_absentia", data: {} };

const rows: Row[] = [
  {
    stage: "calling",
    told: () => calling(changes),
    window: { kind: "ruling", seconds: 65, waitingFor: "court" },
    silence: { type: "voided", data: timeout },
  },
  {
    stage: "revealing",
    told: () => revealing(changes),
    window: { kind: "reveal", seconds: 61, waitingFor: "principal" },
    silence: { type: "lapsed", data: { reason: "unrevealed" } },
  },
  {
    stage: "seating",
    told: () => seating(changes),
    window: { kind: "acceptance", seconds: 62, waitingFor: "panel" },
    silence: { type: "lapsed", data: { reason: "unseated" } },
  },
  {
    stage: "evidence",
    told: () => hearing(changes),
    window: { kind: "evidence", seconds: 63, waitingFor: "either" },
    silence: inAbsentia,
  },
  {
    stage: "evidence",
    told: () => hearing(changes).act(AGENT, "evidence"),
    window: { kind: "evidence", seconds: 63, waitingFor: "principal" },
    silence: inAbsentia,
  },
  {
    stage: "voting",
    told: () => voting(changes),
    window: { kind: "votes", seconds: 64, waitingFor: "panel" },
    silence: votesOver,
  },
  {
    stage: "voting",
    told: () => {
      const told = voting({ ...changes, pots: [budgetPot()] });
      const [first] = sitting(told);
      return first === undefined ? told : told.act(first, "vote", sealedVote(told, first));
    },
    window: { kind: "votes", seconds: 64, waitingFor: "panel" },
    silence: inAbsentia,
  },
  {
    stage: "opening",
    told: () => opening(changes),
    window: { kind: "opening", seconds: 61, waitingFor: "panel" },
    silence: votesOver,
  },
  {
    stage: "fallback",
    told: () => unseated(changes),
    window: { kind: "fallback", seconds: 62, waitingFor: "agent" },
    silence: { type: "ruling_final", data: { reason: "unanswered" } },
  },
];

test.each(rows)("$stage has the clock $window and ends with $silence", (row) => {
  const { state } = row.told();
  expect(panelOf(state).stage).toBe(row.stage);
  expect(panel.window(court, state)).toEqual(row.window);
  expect(panel.silence(court, state)).toEqual(row.silence);
});

test("a draw is announced at once, with its seed and everybody who was drawn", () => {
  const { state } = drawing(changes);
  expect(panel.window(court, state)).toEqual({ kind: "draw", seconds: 0, waitingFor: "court" });
  const { seed, arbiters } = panelOf(state);
  expect(arbiters).toHaveLength(3);
  expect(panel.silence(court, state)).toEqual({
    type: "panel_drawn",
    data: { seed, arbiters: arbiters.map(({ id, party }) => [id, party]) },
  });
});

test("on appeal from the check a panel that is not called leaves the ruling", () => {
  const told = checkablePanel().act(PRINCIPAL, "dispute_filed").lapse();
  told.act(SERVER, "checked", checkedData("pass")).act(PRINCIPAL, "appeal");
  expect(panel.silence(court, told.state)).toEqual({ type: "ruling_final", data: timeout });
});

test("the side that has been heard is not waited for", () => {
  expect(unheard(UNCALLED)).toBe("either");
  expect(unheard({ ...UNCALLED, heard: ["principal"] })).toBe("agent");
  expect(unheard({ ...UNCALLED, heard: ["agent"] })).toBe("principal");
});

describe("what cannot happen", () => {
  const at = (stage: PanelStage): ContractState => {
    const { state } = calling();
    const proceedings = { ...panelOf(state), stage };
    return { ...state, case: state.case === null ? null : { ...state.case, panel: proceedings } };
  };

  test("is a clock of a panel that has closed, or without a case", () => {
    expect(() => panel.window(court, at("closed"))).toThrow("has closed has no clock");
    expect(() => panel.silence(court, at("closed"))).toThrow("has closed waits for nobody");
    const none = accepted(PANEL).state;
    expect(() => panel.window(court, none)).toThrow("a panel sits without a case");
  });
});

test("a panel has neither judge nor tiers, hears no halts and is asked once", () => {
  const { bindsAgent, hearsHalts, isDrawn } = panel;
  expect([bindsAgent, hearsHalts, isDrawn]).toEqual([true, false, true]);
  expect(panel.judge(court)).toBeNull();
  expect(panel.tiers(court)).toEqual([]);
  expect(panel.misfit(court, sampleTerms(PANEL))).toBeNull();
  expect(panel.replays(court)).toBe(true);
  expect(panel.next(court, null)).toBe("panel");
  expect(panel.next(court, "panel")).toBeNull();
});

test("the usual windows are minutes and hours", () => {
  expect(panel.json(panelTerms("receipts"))).toEqual({
    kind: "panel",
    pool: "receipts",
    reveal_seconds: 300n,
    acceptance_seconds: 1_800n,
    evidence_seconds: 3_600n,
    votes_seconds: 3_600n,
  });
});

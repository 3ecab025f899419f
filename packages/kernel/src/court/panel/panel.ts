/**
 * The panel: three arbiters, drawn from a pool by two nonces, who vote on the evidence.
 *
 * Nobody rules alone, and there is no appeal. The market calls the panel and writes down who was
 * drawn; what it writes is checked, so it cannot choose.
 */
import type { JsonObject } from "../../canonical/json.ts";
import type { ContractState } from "../../contract/state.ts";
import { InvariantViolation, invariant } from "../../invariant.ts";
import { OTHER_SIDE } from "../../settlement/outcome.ts";
import type { Court, Silence, Window } from "../court.ts";
import { type Panel, panelOf, UNCALLED } from "./proceedings.ts";

const DAY = 86_400;

/** Every window of a panel: its name in the terms, its default and its bounds, in whole seconds. */
export const PANEL_WINDOWS = {
  /** For opening the commitment, and for opening sealed votes. */
  revealSeconds: { wire: "reveal_seconds", usual: 300, min: 60, max: DAY },
  /** For those who were drawn to accept; without a panel, for the respondent to answer. */
  acceptanceSeconds: { wire: "acceptance_seconds", usual: 1_800, min: 60, max: 7 * DAY },
  evidenceSeconds: { wire: "evidence_seconds", usual: 3_600, min: 60, max: 7 * DAY },
  votesSeconds: { wire: "votes_seconds", usual: 3_600, min: 60, max: 7 * DAY },
} as const;

type PanelWindow = keyof typeof PANEL_WINDOWS;

/** The clock of each stage; the call is awaited like a ruling. */
export const PANEL_CLOCKS = [
  "reveal",
  "draw",
  "acceptance",
  "evidence",
  "votes",
  "opening",
  "fallback",
] as const;

/** Who may sit: by rating, and then with rating points at stake, or by settled receipts. */
const POOLS = ["rating", "receipts"] as const;

export interface PanelCourt extends Readonly<Record<PanelWindow, number>> {
  readonly kind: "panel";
  readonly pool: (typeof POOLS)[number];
}

const WINDOW_NAMES = Object.keys(PANEL_WINDOWS) as readonly PanelWindow[];

/** A panel's terms with the usual windows. */
export function panelTerms(
  pool: PanelCourt["pool"],
  windows: Partial<Record<PanelWindow, number>> = {},
): PanelCourt {
  const usual = Object.fromEntries(WINDOW_NAMES.map((name) => [name, PANEL_WINDOWS[name].usual]));
  return { ...(usual as Record<PanelWindow, number>), ...windows, kind: "panel", pool };
}

export const panel: Court<PanelCourt> = {
  read: (read) => {
    const windows = WINDOW_NAMES.map((name) => [
      name,
      read.integer(PANEL_WINDOWS[name].wire, PANEL_WINDOWS[name]),
    ]);
    return panelTerms(read.oneOf("pool", POOLS), Object.fromEntries(windows));
  },
  json: (court) => ({
    kind: court.kind,
    pool: court.pool,
    ...Object.fromEntries(
      WINDOW_NAMES.map((name) => [PANEL_WINDOWS[name].wire, BigInt(court[name])]),
    ),
  }),
  misfit: () => null,
  judge: () => null,
  tiers: () => [],
  bindsAgent: true,
  hearsHalts: false,
  isDrawn: true,
  begins: UNCALLED,
  replays: () => true,
  next: (_, bench) => (bench === null ? "panel" : null),
  window: (court, state) => windowOf(court, state),
  silence: (_, state) => silenceOf(state),
  words: ({ pool }) => `Disputes go to a panel of three arbiters, drawn by ${pool}.`,
};

function windowOf(court: PanelCourt, state: ContractState): Window {
  const { case: open, terms } = state;
  invariant(open !== null, "a panel sits without a case");
  const proceedings = panelOf(state);
  switch (proceedings.stage) {
    case "calling":
      return { kind: "ruling", seconds: terms.rules.rulingSeconds, waitingFor: "court" };
    case "revealing":
      return { kind: "reveal", seconds: court.revealSeconds, waitingFor: open.leader };
    case "drawing":
      return { kind: "draw", seconds: 0, waitingFor: "court" };
    case "seating":
      return { kind: "acceptance", seconds: court.acceptanceSeconds, waitingFor: "panel" };
    case "evidence":
      return { kind: "evidence", seconds: court.evidenceSeconds, waitingFor: unheard(proceedings) };
    case "voting":
      return { kind: "votes", seconds: court.votesSeconds, waitingFor: "panel" };
    case "opening":
      return { kind: "opening", seconds: court.revealSeconds, waitingFor: "panel" };
    case "fallback": {
      const waitingFor = OTHER_SIDE[open.leader];
      return { kind: "fallback", seconds: court.acceptanceSeconds, waitingFor };
    }
    case "closed":
      throw new InvariantViolation("a panel that has closed has no clock");
  }
}

/** Whose evidence is missing. */
export function unheard({ heard }: Panel): Window["waitingFor"] {
  const [first] = heard;
  return first === undefined ? "either" : OTHER_SIDE[first];
}

function silenceOf(state: ContractState): Silence {
  const proceedings = panelOf(state);
  switch (proceedings.stage) {
    case "calling": {
      const type = state.rulings.length > 0 ? "ruling_final" : "voided";
      return { type, data: { reason: "timeout" } };
    }
    case "revealing":
      return { type: "lapsed", data: { reason: "unrevealed" } };
    case "drawing":
      return { type: "panel_drawn", data: drawnData(proceedings) };
    case "seating":
      return { type: "lapsed", data: { reason: "unseated" } };
    case "evidence":
      return { type: "in_absentia", data: {} };
    case "voting":
      return proceedings.arbiters.some(({ sealed }) => sealed !== null)
        ? { type: "in_absentia", data: {} }
        : { type: "ruling_final", data: { reason: "votes_over" } };
    case "opening":
      return { type: "ruling_final", data: { reason: "votes_over" } };
    case "fallback":
      return { type: "ruling_final", data: { reason: "unanswered" } };
    case "closed":
      throw new InvariantViolation("a panel that has closed waits for nobody");
  }
}

function drawnData({ seed, arbiters }: Panel): JsonObject {
  return { seed, arbiters: arbiters.map(({ id, party }) => [id, party]) };
}

/** From stage to stage of a panel, and to its end. */
import type { Act, Decision } from "../../contract/act.ts";
import { enter, followedBy } from "../../contract/moves.ts";
import type { ContractState } from "../../contract/state.ts";
import { invariant } from "../../invariant.ts";
import { type Refused, refuse } from "../../refusal.ts";
import { OTHER_SIDE, type Side } from "../../settlement/outcome.ts";
import { type Answer, meaningOf } from "../answers.ts";
import { ruleFor } from "../procedure.ts";
import { orderBonds } from "./bonds.ts";
import { unheard } from "./panel.ts";
import {
  type Arbiter,
  isSealed,
  isSitting,
  PANEL_SIZE,
  type Panel,
  type PanelStage,
  type PanelVerdict,
  panelOf,
  verdictOf,
} from "./proceedings.ts";

/** Refuses an act for which the panel is not ready, or too far. */
export function notAtStage(
  { phase, case: open }: ContractState,
  stages: readonly PanelStage[],
  act: Act,
): Refused | null {
  const panel = open?.panel ?? null;
  if (panel === null) return refuse({ code: "wrong_phase", phase, act: act.type });
  if (stages.includes(panel.stage)) return null;
  return refuse({ code: "wrong_stage", stage: panel.stage, act: act.type });
}

export function withPanel(state: ContractState, panel: Panel): ContractState {
  invariant(state.case !== null, "there is no case");
  return { ...state, case: { ...state.case, panel } };
}

/** Enters a stage and starts its clock. */
export function enterStage(
  state: ContractState,
  panel: Panel,
  stage: Exclude<PanelStage, "closed">,
  nowMs: number,
): Decision {
  const next = enter(withPanel(state, { ...panel, stage }), "deliberating", nowMs);
  return { state: next, tasks: [], holds: [], legs: [] };
}

/** Goes on as soon as nobody is waited for: to the evidence, and from it to the votes. */
export function advance(state: ContractState, nowMs: number): Decision {
  const panel = panelOf(state);
  const isSeated = panel.arbiters.filter(isSitting).length === PANEL_SIZE;
  const isHeard = panel.heard.length === 2;
  if (isSeated && isHeard) return enterStage(state, panel, "voting", nowMs);
  if (isSeated && panel.stage === "seating") return enterStage(state, panel, "evidence", nowMs);
  return { state: stillWaiting(state, panel), tasks: [], holds: [], legs: [] };
}

/** The same clock; one side fewer to wait for. */
function stillWaiting(state: ContractState, panel: Panel): ContractState {
  const { deadline } = state;
  if (deadline === null || panel.stage !== "evidence") return state;
  return { ...state, deadline: { ...deadline, waitingFor: unheard(panel) } };
}

/** There will be no panel: arbiters get back what they hold, and the respondent's answer decides. */
export function fallBack(state: ContractState, nowMs: number): Decision {
  const panel = panelOf(state);
  const { state: paid, legs } = orderBonds(state, () => false);
  const released = ended(panel, "released");
  if (state.case?.isAnswered === true) {
    return followedBy({ state: paid, tasks: [], holds: [], legs }, (next) =>
      close(next, released, "answered", nowMs),
    );
  }
  return { ...enterStage(paid, released, "fallback", nowMs), legs };
}

/** The respondent had its time, or has answered: without a panel that decides. */
export function concludeWithoutPanel(state: ContractState, nowMs: number): Decision {
  invariant(state.case !== null, "there is no case");
  const { isAnswered, leader } = state.case;
  const silent = `unanswered_by_${OTHER_SIDE[leader]}` as const;
  return close(state, panelOf(state), isAnswered ? "answered" : silent, nowMs);
}

/** Goes on once every vote that can come has come. */
export function countVotes(state: ContractState, nowMs: number): Decision {
  const panel = panelOf(state);
  const seated = panel.arbiters.filter(({ is }) => is === "seated");
  if (panel.stage === "opening") {
    const isOpen = seated.every(({ sealed }) => sealed === null);
    return isOpen ? concludeVotes(state, nowMs) : unchanged(state);
  }
  if (!isSealed(state.terms)) {
    return seated.length === 0 ? concludeVotes(state, nowMs) : unchanged(state);
  }
  const isComplete = seated.every(({ sealed }) => sealed !== null);
  return isComplete ? enterStage(state, panel, "opening", nowMs) : unchanged(state);
}

/** Two equal votes decide. Who accepted and did not vote loses what it holds. */
export function concludeVotes(state: ContractState, nowMs: number): Decision {
  invariant(state.case !== null, "there is no case");
  const verdict = verdictOf(panelOf(state));
  const { state: paid, legs } = orderBonds(state, ({ is }) => is === "seated");
  const panel = { ...ended(panelOf(state), "silent"), verdict };
  const answer = answerOf(verdict, state.case.leader);
  return followedBy({ state: paid, tasks: [], holds: [], legs }, (next) =>
    close(next, panel, answer, nowMs),
  );
}

function answerOf(verdict: PanelVerdict, leader: Side): Answer {
  if (verdict === "mutual") return "mutual";
  return `for_${verdict === "disputant" ? leader : OTHER_SIDE[leader]}`;
}

function close(state: ContractState, panel: Panel, answer: Answer, nowMs: number): Decision {
  const meaning = meaningOf(answer, state.rulings.length > 0 ? "appeal" : "first");
  invariant(meaning.is === "ruling", `a panel's ${answer} is not a ruling`);
  const closed = withPanel(state, { ...panel, stage: "closed" });
  return ruleFor(closed, meaning.outcome, nowMs);
}

/** Nobody sits any longer; who did not vote is remembered as such. */
function ended(panel: Panel, as: "silent" | "released"): Panel {
  const arbiters = panel.arbiters.map(
    (one): Arbiter => (one.is === "seated" ? { ...one, is: as } : one),
  );
  return { ...panel, arbiters };
}

function unchanged(state: ContractState): Decision {
  return { state, tasks: [], holds: [], legs: [] };
}

/**
 * A case before a panel, as data: who may sit, who sits, and how far it has come.
 *
 * All stages are inside the phase `deliberating`. Each has one clock, so a case cannot hang because
 * somebody does not answer.
 */
import type { ContractState } from "../../contract/state.ts";
import type { Terms } from "../../contract/terms.ts";
import type { Party } from "../../identity/party.ts";
import { invariant } from "../../invariant.ts";
import type { Side } from "../../settlement/outcome.ts";

export type PanelStage =
  /** The market has yet to say who may sit. */
  | "calling"
  /** The side that brought the case has yet to open its commitment. */
  | "revealing"
  /** The draw is made, and has yet to be announced. */
  | "drawing"
  /** Those who were drawn accept or decline. */
  | "seating"
  | "evidence"
  | "voting"
  /** Votes that were sealed are opened. */
  | "opening"
  /** There is no panel: whether the respondent answers decides. */
  | "fallback"
  | "closed";

export const PANEL_SIZE = 3;
/** A seat that was declined is offered to the next in the draw, at most so often in one case. */
export const MAX_REPLACEMENTS = 2;
export const MAX_POOL = 2_000;
export const MAX_WRONG_NONCES = 5;

export const PANEL_VERDICTS = ["disputant", "respondent", "mutual"] as const;

/** For the side that brought the case, for the other, or against both. */
export type PanelVerdict = (typeof PANEL_VERDICTS)[number];

/** Somebody who may sit, under the name by which the draw sorts. */
export interface Candidate {
  readonly id: string;
  readonly party: Party;
}

export interface Arbiter extends Candidate {
  /** `silent`: accepted, but did not vote. `released`: accepted, but no panel came about. */
  readonly is: "asked" | "declined" | "seated" | "voted" | "silent" | "released";
  /** The commitment to a vote, where votes are sealed. */
  readonly sealed: string | null;
  readonly verdict: PanelVerdict | null;
}

/** What the market said when it called the panel; needed until the draw. */
export interface PanelCall {
  /** The proposal's id as the parties know it. */
  readonly proposal: string;
  readonly serverNonce: string;
  /** Sorted by id. */
  readonly pool: readonly Candidate[];
}

export interface Panel {
  readonly stage: PanelStage;
  readonly wrongNonces: number;
  /** Null before the call and after the draw. */
  readonly call: PanelCall | null;
  /** What the draw was made from; null before. */
  readonly seed: string | null;
  /** Everybody who was asked, in the order of the draw. */
  readonly arbiters: readonly Arbiter[];
  /** Who is asked next if somebody declines. */
  readonly reserve: readonly Candidate[];
  /** The sides that have sent their evidence. */
  readonly heard: readonly Side[];
  /** What the votes came to; null without enough of them, and before. */
  readonly verdict: PanelVerdict | null;
}

export const UNCALLED: Panel = {
  stage: "calling",
  wrongNonces: 0,
  call: null,
  seed: null,
  arbiters: [],
  reserve: [],
  heard: [],
  verdict: null,
};

export function asked({ id, party }: Candidate): Arbiter {
  return { id, party, is: "asked", sealed: null, verdict: null };
}

export function panelOf({ case: open }: ContractState): Panel {
  invariant(open !== null && open.panel !== null, "there is no panel");
  return open.panel;
}

/** Where money is at stake nobody may see a vote before casting its own. */
export function isSealed({ pots }: Terms): boolean {
  return pots.some(({ schedule }) => schedule !== "stake");
}

/** Those who accepted: they vote, or are silent. */
export function isSitting({ is }: Arbiter): boolean {
  return is === "seated" || is === "voted";
}

export function withArbiter(panel: Panel, party: Party, changes: Partial<Arbiter>): Panel {
  const arbiters = panel.arbiters.map((one) =>
    one.party === party ? { ...one, ...changes } : one,
  );
  return { ...panel, arbiters };
}

/** Two equal votes decide; otherwise nobody is in the right. */
export function verdictOf({ arbiters }: Panel): PanelVerdict {
  const most = PANEL_VERDICTS.find(
    (verdict) => arbiters.filter((one) => one.verdict === verdict).length * 2 > PANEL_SIZE,
  );
  return most ?? "mutual";
}

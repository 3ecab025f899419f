/**
 * Every answer a court can give, and what it means for the contract.
 *
 * One table for tiers, the replay of the check and the panel: a ruling selects a row of the
 * schedules. What no answer, a refusal or no verdict mean depends on whether there is an earlier
 * ruling.
 */
import type { Row } from "../settlement/outcome.ts";
import type { Ruling, RulingOutcome, TierRuling } from "./ruling.ts";

export const ANSWERS = [
  // A tier's ruling; `split` only where a job's price is arbitrated.
  "fulfilled",
  "canceled",
  "impossible",
  "evil_agent",
  "evil_principal",
  "evil_both",
  "split",
  // The replay of the check.
  "pass",
  "fail",
  "no_verdict",
  // A panel's verdict.
  "for_agent",
  "for_principal",
  "mutual",
  // A panel could not be seated: the respondent did not answer, or did.
  "unanswered_by_principal",
  "unanswered_by_agent",
  "answered",
  // No ruling at all.
  "silent",
  "refused",
  "unreadable",
] as const;

export type Answer = (typeof ANSWERS)[number];

/** What a judge can answer; all else comes from a checker, a panel or a clock. */
export type JudgeAnswer = TierRuling | "split" | "refused" | "unreadable";

export type Instance = "first" | "appeal";

export type Meaning =
  /** A ruling, to be recorded with its bench; its row ends the contract once it is final. */
  | { readonly is: "ruling"; readonly outcome: RulingOutcome }
  /** The contract ends without a ruling. */
  | { readonly is: "voided" }
  /** Nothing is decided: the next bench hears the case; without one the price is split. */
  | { readonly is: "referred" }
  /** The ruling appealed from stands and is final; the silent tier is not paid. */
  | { readonly is: "upheld" }
  /** This bench hears no appeals, so it cannot answer one. */
  | { readonly is: "never_asked" };

const VOIDED: Meaning = { is: "voided" };
const REFERRED: Meaning = { is: "referred" };
const UPHELD: Meaning = { is: "upheld" };
const NEVER_ASKED: Meaning = { is: "never_asked" };

type Line = Readonly<Record<Instance, Meaning>>;

const TABLE: Readonly<Record<Answer, Line>> = {
  fulfilled: always("fulfilled"),
  canceled: always("canceled"),
  impossible: always("impossible"),
  evil_agent: always("evil_agent"),
  evil_principal: always("evil_principal"),
  evil_both: always("evil_both"),
  split: always("split"),

  pass: onlyFirst("fulfilled"),
  fail: onlyFirst("canceled"),
  no_verdict: { first: REFERRED, appeal: NEVER_ASKED },

  for_agent: always("fulfilled"),
  for_principal: always("canceled"),
  mutual: always("mutual"),

  unanswered_by_principal: always("fulfilled"),
  unanswered_by_agent: always("canceled"),
  answered: always("impossible"),

  silent: { first: VOIDED, appeal: UPHELD },
  refused: { first: VOIDED, appeal: UPHELD },
  unreadable: { first: ruling("impossible"), appeal: UPHELD },
};

function ruling(outcome: RulingOutcome): Meaning {
  return { is: "ruling", outcome };
}

function always(outcome: RulingOutcome): Line {
  return { first: ruling(outcome), appeal: ruling(outcome) };
}

function onlyFirst(outcome: RulingOutcome): Line {
  return { first: ruling(outcome), appeal: NEVER_ASKED };
}

export function meaningOf(answer: Answer, instance: Instance): Meaning {
  return TABLE[answer][instance];
}

const ROW_OF: Readonly<Record<RulingOutcome, Row>> = {
  fulfilled: "ruled_fulfilled",
  canceled: "ruled_canceled",
  impossible: "ruled_impossible",
  evil_agent: "ruled_evil_agent",
  evil_principal: "ruled_evil_principal",
  evil_both: "ruled_evil_both",
  mutual: "ruled_mutual",
  split: "ruled_split",
};

/** The row that settles the money once this ruling is final. */
export function rowOfRuling({ outcome }: Pick<Ruling, "outcome">): Row {
  return ROW_OF[outcome];
}

const LOST_BY: Readonly<Record<RulingOutcome, Ruling["against"]>> = {
  fulfilled: "principal",
  canceled: "agent",
  impossible: "nobody",
  evil_agent: "agent",
  evil_principal: "principal",
  evil_both: "both",
  mutual: "both",
  split: "nobody",
};

/** Whom a ruling went against, and so who may appeal. Nobody: either may. */
export function lostBy(outcome: RulingOutcome): Ruling["against"] {
  return LOST_BY[outcome];
}

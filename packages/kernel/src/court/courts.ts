/**
 * Every kind of court, and the questions that other rules ask about the court of the terms. A new one is
 * a folder and a line here.
 */
import type { Fields } from "../canonical/fields.ts";
import type { JsonObject } from "../canonical/json.ts";
import type { Party } from "../identity/party.ts";
import type { Court } from "./court.ts";
import { none } from "./none/none.ts";
import { panel } from "./panel/panel.ts";
import type { Bench, TierName } from "./ruling.ts";
import { tiered } from "./tiered/tiered.ts";

const REGISTERED = { none, tiered, panel } as const;

type CourtByKind = {
  readonly [K in keyof typeof REGISTERED]: (typeof REGISTERED)[K] extends Court<infer T>
    ? T
    : never;
};

export type CourtKind = keyof CourtByKind;

export type CourtTerms = CourtByKind[CourtKind];

const COURTS: { readonly [K in CourtKind]: Court<CourtByKind[K]> } = REGISTERED;

type Kinds = readonly [CourtKind, ...CourtKind[]];

export const COURT_KINDS: Kinds = Object.keys(COURTS) as [CourtKind, ...CourtKind[]];

export function courtOf<K extends CourtKind>(kind: K): Court<CourtByKind[K]> {
  return COURTS[kind];
}

export function readCourt(read: Fields): CourtTerms {
  return courtOf(read.oneOf("kind", COURT_KINDS)).read(read);
}

export function courtJson(court: CourtTerms): JsonObject {
  return courtOf(court.kind).json(court);
}

/** For a person, as a sentence. Nothing that a party wrote can appear in it. */
export function courtWords(court: CourtTerms): string {
  return courtOf(court.kind).words(court);
}

/** The party whose rulings count; null where nobody rules alone. */
export function judgeOf(court: CourtTerms): Party | null {
  return courtOf(court.kind).judge(court);
}

/** The tiers that charge a fee, lowest first. */
export function tiersOf(court: CourtTerms): readonly TierName[] {
  return courtOf(court.kind).tiers(court);
}

/** Whether the agent stakes too under a symmetric bond. */
export function bindsAgent(court: CourtTerms): boolean {
  return courtOf(court.kind).bindsAgent;
}

/** Whether anybody but the principal decides a dispute: a bench, or the check when it is run again. */
export function hearsDisputes(court: CourtTerms): boolean {
  const own = courtOf(court.kind);
  return own.replays(court) || own.next(court, null) !== null;
}

/** Whether this bench is drawn: the replay of the check is the same in every court. */
export function isDrawn(court: CourtTerms, bench: Bench | null): boolean {
  return bench !== null && bench !== "replay" && courtOf(court.kind).isDrawn;
}

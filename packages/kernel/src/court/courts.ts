/** Every kind of court, and the questions that other rules ask about the court of the terms. */
import type { Fields } from "../canonical/fields.ts";
import type { JsonObject } from "../canonical/json.ts";
import type { Party } from "../identity/party.ts";
import type { Court, CourtByKind, CourtKind, CourtTerms } from "./court.ts";
import { none } from "./none/none.ts";
import { panel } from "./panel/panel.ts";
import type { TierName } from "./ruling.ts";
import { tiered } from "./tiered/tiered.ts";

const COURTS: { readonly [K in CourtKind]: Court<CourtByKind[K]> } = {
  none,
  tiered,
  panel,
};

export function courtOf<K extends CourtKind>(kind: K): Court<CourtByKind[K]> {
  return COURTS[kind];
}

export function readCourt(read: Fields): CourtTerms {
  const kinds = Object.keys(COURTS) as [CourtKind, ...CourtKind[]];
  return courtOf(read.oneOf("kind", kinds)).read(read);
}

export function courtJson(court: CourtTerms): JsonObject {
  return courtOf(court.kind).json(court);
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

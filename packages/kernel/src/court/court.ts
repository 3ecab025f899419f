/**
 * What one kind of court answers for itself.
 *
 * Terms name a court by its kind; everything that differs from court to court is asked here, so
 * that no rule elsewhere needs to know which courts there are.
 */
import type { Fields } from "../canonical/fields.ts";
import type { JsonObject } from "../canonical/json.ts";
import type { ServerAct } from "../contract/act-rules.ts";
import type { ClockKind, ContractState, WaitingFor } from "../contract/state.ts";
import type { Terms } from "../contract/terms.ts";
import type { Party } from "../identity/party.ts";
import type { NoCourt } from "./none/none.ts";
import type { PanelCourt } from "./panel/panel.ts";
import type { Bench, TierName } from "./ruling.ts";
import type { TieredCourt } from "./tiered/tiered.ts";

export interface CourtByKind {
  readonly none: NoCourt;
  readonly tiered: TieredCourt;
  readonly panel: PanelCourt;
}

export type CourtKind = keyof CourtByKind;

export type CourtTerms = CourtByKind[CourtKind];

/** How long a bench may take, and whom the contract waits for meanwhile. */
export interface Window {
  readonly kind: ClockKind;
  readonly seconds: number;
  readonly waitingFor: WaitingFor;
}

/** What the server writes when a bench did not answer in time. */
export interface Silence {
  readonly type: ServerAct;
  readonly data: JsonObject;
}

export interface Court<T extends CourtTerms> {
  /** Reads the fields beside `kind`. */
  read(read: Fields): T;
  json(court: T): JsonObject;
  /** Why a contract with these terms cannot have this court, or null. */
  misfit(court: T, terms: Terms): string | null;
  /** The party whose rulings count; null where nobody rules alone. */
  judge(court: T): Party | null;
  /** The tiers that charge a fee, lowest first. */
  tiers(court: T): readonly TierName[];
  /** Under a symmetric bond the agent stakes too, because a court may rule against it. */
  readonly bindsAgent: boolean;
  /** A halt is a case. Otherwise it is a cancellation. */
  readonly hearsHalts: boolean;
  /** Who brings a case commits to a nonce, from which a panel may be drawn. */
  readonly isDrawn: boolean;
  /** Whether the check may be run again before anybody is asked. */
  replays(court: T): boolean;
  /** Who hears a case after this bench; null before and after stand for the first and for nobody. */
  next(court: T, bench: Bench | null): Bench | null;
  /** The clock of the bench that has the case; never asked for the replay. */
  window(court: T, state: ContractState): Window;
  silence(court: T, state: ContractState): Silence;
}

/**
 * What one kind of court answers for itself.
 *
 * Terms name a court by its kind; everything that differs from court to court is asked here, so
 * that no rule elsewhere needs to know which courts there are.
 */
import type { Fields } from "../canonical/fields.ts";
import type { JsonObject } from "../canonical/json.ts";
import type { ServerAct } from "../contract/act-rules.ts";
import type { ContractState, WaitingFor } from "../contract/state.ts";
import type { Terms } from "../contract/terms.ts";
import type { Party } from "../identity/party.ts";
import { PANEL_CLOCKS } from "./panel/panel.ts";
import type { Panel } from "./panel/proceedings.ts";
import type { Bench, TierName } from "./ruling.ts";

/** The clocks of benches. What their silence means is the court's own. */
export const BENCH_CLOCKS = ["ruling", ...PANEL_CLOCKS] as const;

type BenchClock = (typeof BENCH_CLOCKS)[number];

/** What the state keeps of proceedings in stages, for as long as a case has them. */
export type Proceedings = Panel;

/** How long a bench may take, and whom the contract waits for meanwhile. */
export interface Window {
  readonly kind: BenchClock;
  readonly seconds: number;
  readonly waitingFor: WaitingFor;
}

/** What the server writes when a bench did not answer in time. */
export interface Silence {
  readonly type: ServerAct;
  readonly data: JsonObject;
}

export interface Court<T> {
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
  /**
   * Who brings a case commits to a nonce, from which its bench may be drawn. The other side answers in
   * the proceedings, not before them, and nobody can refuse the case.
   */
  readonly isDrawn: boolean;
  /** The proceedings of a case that a bench of this court gets now; null: it only answers. */
  readonly begins: Proceedings | null;
  /** Whether the check may be run again before anybody is asked. */
  replays(court: T): boolean;
  /** Who hears a case after this bench; null before and after stand for the first and for nobody. */
  next(court: T, bench: Bench | null): Bench | null;
  /** The clock of the bench that has the case; never asked for the replay. */
  window(court: T, state: ContractState): Window;
  silence(court: T, state: ContractState): Silence;
  /** For a person, as a sentence. Nothing that a party wrote can appear in it. */
  words(court: T): string;
}

import type { decide, RailName, Refused, Role, Signer, Terms, Verify } from "@bazaar/kernel";
import type { ArtifactPolicy } from "./keep-artifact.ts";
import type { CallPanel } from "./ports/call-panel.ts";
import type { Checker } from "./ports/checker.ts";
import type { Clock } from "./ports/clock.ts";
import type { Feed } from "./ports/feed.ts";
import type { Judge } from "./ports/judge.ts";
import type { Outages } from "./ports/outages.ts";
import type { Rail } from "./ports/rail.ts";
import type { Randomness } from "./ports/randomness.ts";
import type { Store } from "./ports/store.ts";
import type { SeatPolicy } from "./seat-waits.ts";

/** Everything the market needs from outside. */
export interface Needs {
  readonly store: Store;
  readonly feed: Feed;
  readonly clock: Clock;
  readonly outages: Outages;
  readonly randomness: Randomness;
  /** The server's own key. */
  readonly signer: Signer;
  readonly verify: Verify;
  /** Like the kernel's `sha256Hex`, but native. */
  readonly sha256Hex: (text: string) => string;
  readonly judge: Judge;
  readonly checker: Checker;
  readonly callPanel: CallPanel;
  readonly rails: readonly Rail[];
  /** The kernel's `decide`; the simulator passes in wrong ones. */
  readonly decide: typeof decide;
  /** Why this market does not accept such terms, or null. */
  readonly reviewTerms: (terms: Terms) => Refused | null;
  readonly limits: PartyLimits;
  readonly seatPolicy: SeatPolicy;
  readonly artifactPolicy: ArtifactPolicy;
  /** The market's own accounts per rail, or null. */
  readonly houseAccount: (rail: RailName, role: HouseRole) => string | null;
}

/** How much one party may have open at once. */
export interface PartyLimits {
  readonly openContracts: number;
  readonly seats: number;
}

/** All other roles name their account with `set_account`. */
const HOUSE_ROLES = ["platform", "charity", "burn"] as const satisfies readonly Role[];

export type HouseRole = (typeof HOUSE_ROLES)[number];

export function isHouseRole(role: string): role is HouseRole {
  return (HOUSE_ROLES as readonly string[]).includes(role);
}

import type { decide, Party, RailName, Refused, Role, Signer, Terms, Verify } from "@bazaar/kernel";
import type { Checker } from "./ports/checker.ts";
import type { Clock } from "./ports/clock.ts";
import type { Feed } from "./ports/feed.ts";
import type { Judge } from "./ports/judge.ts";
import type { Rail } from "./ports/rail.ts";
import type { Randomness } from "./ports/randomness.ts";
import type { Store } from "./ports/store.ts";

/** Everything the market needs from outside. Composed once, by whoever starts it. */
export interface Needs {
  readonly store: Store;
  readonly feed: Feed;
  readonly clock: Clock;
  readonly randomness: Randomness;
  /** The server's own key. */
  readonly signer: Signer;
  readonly verify: Verify;
  /** The kernel's `sha256Hex`, by the fastest library there is. */
  readonly sha256Hex: (text: string) => string;
  readonly judge: Judge;
  readonly checker: Checker;
  readonly rails: readonly Rail[];
  /** The kernel's, passed in so that the simulator can prove it would notice a wrong one. */
  readonly decide: typeof decide;
  readonly isSameOwner: (a: Party, b: Party) => boolean;
  /** Whether this market takes such a contract: what it offers, and no spam. */
  readonly reviewTerms: (terms: Terms) => Refused | null;
  readonly limits: PartyLimits;
  /** The accounts that this market names itself, per rail; null where it has none. */
  readonly houseAccount: (rail: RailName, role: HouseRole) => string | null;
}

/** What one party may have under way at once. */
export interface PartyLimits {
  readonly openContracts: number;
  readonly seats: number;
}

/** Whoever plays any other role says with `set_account` where its money goes. */
const HOUSE_ROLES = ["platform", "charity", "burn"] as const satisfies readonly Role[];

export type HouseRole = (typeof HOUSE_ROLES)[number];

export function isHouseRole(role: string): role is HouseRole {
  return (HOUSE_ROLES as readonly string[]).includes(role);
}

import type { decide, Party, RailName, Signer, Verify } from "@bazaar/kernel";
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
  readonly judge: Judge;
  readonly checker: Checker;
  readonly rails: readonly Rail[];
  /** The kernel's, passed in so that the simulator can prove it would notice a wrong one. */
  readonly decide: typeof decide;
  readonly isSameOwner: (a: Party, b: Party) => boolean;
  /** Accounts of the roles that are no party of a contract, per rail; null where there is none. */
  readonly houseAccount: (rail: RailName, role: string) => string | null;
}

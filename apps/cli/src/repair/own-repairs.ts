import { WaitingRepairs } from "@bazaar/client";
import type { FixHome } from "../home.ts";

/** The person's repairs that wait for a review. */
export function ownRepairs({ reviews }: FixHome): WaitingRepairs {
  return new WaitingRepairs(reviews);
}

import { WaitingRepairs } from "@bazaar/client";
import type { FixHome } from "../home.ts";

/** The kept fixes that wait for review. */
export function waitingRepairs({ reviews }: FixHome): WaitingRepairs {
  return new WaitingRepairs(reviews);
}

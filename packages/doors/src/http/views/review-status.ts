import type { ContractState, JsonObject } from "@bazaar/kernel";
import { secondsLeft, secondsOf } from "./seconds.ts";
import { statusOf } from "./status.ts";

/** How long the principal may still object; null outside of a review. */
export function reviewStatusView({ phase, deadline }: ContractState, nowMs: number): JsonObject {
  const isReviewed = phase === "review" && deadline !== null;
  return {
    status: statusOf(phase),
    remaining: isReviewed ? secondsLeft(deadline.atMs, nowMs) : null,
    expires_at: isReviewed ? secondsOf(deadline.atMs) : null,
  };
}
